internal import AmazonLocation
internal import Geodesy
internal import MusterRuntime
internal import MusterStorage
internal import MusterValues

/// What the ingest thread does: cuts the queue into groups, plans, commits, publishes, answers.
struct IngestWorker {
  let pipeline: IngestPipeline
  /// Where the oldest job stands, counted in devices; a restart starts it anew.
  private var jobPosition = 0
  /// A commit failed and may have come through all the same: look before the next one.
  private var isInDoubt = false
  private var doubtfulPlan: GroupPlan?
  private let activities = ActivityCache()

  init(pipeline: IngestPipeline) { self.pipeline = pipeline }

  /// Whether there is nothing to do in the background.
  var isIdle: Bool { pipeline.cell.state.jobs.isEmpty }
  /// When fences open, close or expire next.
  var nextActivity: Timestamp? { pipeline.cell.state.calendar.next }

  mutating func perform(_ work: IngestQueue.Work) {
    switch work {
    case .commands(let pending):
      var rest = pending[...]
      while !rest.isEmpty { performGroup(&rest) }
    case .chore(let chore):
      resolveDoubt()
      chore(&self)
    case .none: performGroupOfJobs()
    }
  }

  // MARK: Groups

  private mutating func performGroup(_ rest: inout ArraySlice<IngestPipeline.Pending>) {
    resolveDoubt()
    var plan = makePlan()
    var answers: [(IngestPipeline.Completion, Result<CommandOutcome, ServiceError>)] = []
    var samples = 0
    while let next = rest.first {
      if samples > 0, samples + next.command.sampleCount > pipeline.configuration.samplesPerCommit { break }
      rest.removeFirst()
      samples += next.command.sampleCount
      do throws(ServiceError) {
        answers.append((next.completion, .success(try plan.decide(next.command))))
      } catch {
        answers.append((next.completion, .failure(error)))
      }
      if next.command.changesCatalog { break }
    }
    plan.addDueActivity()
    continueJob(&plan)
    plan.seal()
    let isCommitted = commit(plan)
    for (completion, answer) in answers {
      // A refusal stands whatever became of the rest: it changed nothing.
      if case .success = answer, !isCommitted {
        completion(.failure(.notCommitted))
      } else {
        completion(answer)
      }
    }
  }

  private mutating func performGroupOfJobs() {
    resolveDoubt()
    var plan = makePlan()
    plan.addDueActivity()
    continueJob(&plan)
    plan.seal()
    if !commit(plan) { pipeline.queue.pause() }
  }

  /// Lets the oldest job take its part of a group. The catalog change of this very group is not visible yet, so that a
  /// group that changes the catalog leaves the jobs alone.
  private mutating func continueJob(_ plan: inout GroupPlan) {
    guard plan.changes.isEmpty, let job = pipeline.cell.state.jobs.first else { return }
    let (next, isDone) = plan.reevaluate(
      job, from: jobPosition, limit: pipeline.configuration.reevaluationsPerCommit)
    jobPosition = isDone ? 0 : next
  }

  private func makePlan() -> GroupPlan {
    let arrival = max(pipeline.clock.now(), pipeline.cell.state.lastArrival)
    return GroupPlan(
      cell: pipeline.cell, configuration: pipeline.configuration, identifiers: pipeline.identifiers, arrival: arrival,
      compacted: CompactedSamples(store: pipeline.store), activities: activities)
  }

  // MARK: Commit

  /// Makes a plan durable, then visible. False when the store refused it.
  mutating func commit(_ plan: GroupPlan) -> Bool {
    if plan.isEmpty { return true }
    let batch = plan.batch
    do throws(StorageError) {
      try pipeline.store.commit(batch)
    } catch {
      pipeline.setReady(false)
      pipeline.figures.commitFailed()
      pipeline.logger.error("commit failed", [("error", .string(error.description))])
      jobPosition = 0
      isInDoubt = true
      doubtfulPlan = plan
      return false
    }
    finish(plan, bytes: batch.journal?.body.count ?? 0)
    return true
  }

  private mutating func finish(_ plan: GroupPlan, bytes: Int) {
    pipeline.cell.write { plan.publish(to: &$0) }
    pipeline.setReady(true)
    pipeline.figures.committed(samples: plan.acceptedSamples, events: plan.events.count, bytes: bytes)
    if !plan.events.isEmpty { pipeline.observers.wake() }
  }

  /// A store may report a failure and have kept the batch. What it kept is part of the truth: publish it, though it was
  /// answered as not stored; a client that sends it again changes nothing.
  private mutating func resolveDoubt() {
    guard isInDoubt, let plan = doubtfulPlan else { return }
    isInDoubt = false
    doubtfulPlan = nil
    if pipeline.store.bounds.lastJournalSequence >= plan.sequence { finish(plan, bytes: 0) }
  }
}
