internal import Geodesy
internal import MusterValues

/// `muster fence convert FILE [OUTPUT]`
struct FenceConvertCommand: Command, Equatable {
  static let input = Operand("FILE", .file, help: "The file to read; - is standard input.")
  static let output = Operand(
    "OUTPUT", .file, help: "The file to write; standard output when absent or -.", arity: .optional)
  static let from = Option(
    "from", "FORMAT", ValueParser<FeatureFormat>.choice,
    help: "What FILE holds; needless when its name ends in .geojson, .json, .pbf or .wkt.")
  static let to = Option(
    "to", "FORMAT", ValueParser<FeatureFormat>.choice,
    help: "What to write; needless when OUTPUT's name ends in one of those.")

  static let specification = CommandSpecification(
    "convert", summary: "Turn a file of fences into GeoJSON, Geobuf or WKT",
    discussion: """
      Every feature is checked as the server would check it. Features that can't be used are reported with their place, \
      the others are written, and the command ends with status 1. WKT is one geometry a line; it holds no ids, properties \
      or circles. Geobuf is written with as many digits as give every coordinate back, at most 15. The report goes to \
      standard error when the result goes to standard output.
      """,
    operands: [input.specification, output.specification],
    options: [from.specification, to.specification]
      + [GeneralOptions.json.specification],
    examples: [
      .init("muster fence convert site.wkt site.geojson"),
      .init("muster fence convert site.geojson --to wkt", "to standard output"),
    ],
    make: { (invocation) throws(UsageError) in try FenceConvertCommand(invocation) })

  let file: String
  /// Nil for standard output.
  let target: String?
  let source: FeatureFormat
  let result: FeatureFormat
  let isJSON: Bool

  init(_ invocation: Invocation) throws(UsageError) {
    file = try invocation.required(Self.input)
    target = invocation.value(Self.output).flatMap { $0 == "-" ? nil : $0 }
    guard let source = invocation.value(Self.from) ?? FeatureFormat(path: file) else {
      throw UsageError("the name of FILE does not tell its format; give --from", path: invocation.path)
    }
    guard let result = invocation.value(Self.to) ?? target.flatMap(FeatureFormat.init(path:)) else {
      throw UsageError("no OUTPUT whose name tells a format; give --to", path: invocation.path)
    }
    (self.source, self.result) = (source, result)
    isJSON = invocation.has(GeneralOptions.json)
  }

  func run(_ context: CommandContext) throws(CommandFailure) -> ExitCode {
    let shown = Shown.text(file)
    let bytes = try context.read(file == "-" ? "/dev/stdin" : file)
    let features: [GeoJSONFeature]
    do {
      features = try source.read(bytes)
    } catch {
      throw CommandFailure(.geometry, "\(shown): \(error)")
    }
    var usable: [GeoJSONFeature] = []
    var refusals: [FenceImportPlan.Refusal] = []
    for (index, feature) in features.enumerated() {
      if let fault = fault(of: feature) {
        refusals.append(.init(index: index, id: feature.identifier?.text, message: fault))
      } else {
        usable.append(feature)
      }
    }
    guard let text = result.write(usable) else {
      throw CommandFailure(.geometry, "\(shown): can't be written as \(result.rawValue)")
    }
    if let target { try context.write(target, text) } else { _ = context.console.output(text) }
    report(refusals, of: features.count, context)
    return refusals.isEmpty ? .success : .failure
  }

  /// Why a feature can't be used; nil when it can.
  private func fault(of feature: GeoJSONFeature) -> String? {
    do throws(ShapeError) {
      let shape = try feature.shape.get()
      _ = try PreparedShape(validating: shape, rules: .geobuf)
      return result.fault(of: shape)
    } catch {
      return error.message
    }
  }

  private func report(_ refusals: [FenceImportPlan.Refusal], of count: Int, _ context: CommandContext) {
    let console = context.console
    let isApart = target != nil
    if isJSON {
      let json: JSONValue = [
        "Features": .integer(Int64(count)), "Written": .integer(Int64(count - refusals.count)),
        "Refused": .array(refusals.map(\.json)),
      ]
      if isApart { console.print(json.encodedText) } else { console.report(json.encodedText) }
      return
    }
    for refusal in refusals { console.report(refusal.line(in: file)) }
    let summary = "Wrote \(count - refusals.count) of \(count) features."
    if isApart { console.print(summary) } else if !refusals.isEmpty { console.report(summary) }
  }
}
