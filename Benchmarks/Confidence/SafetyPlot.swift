/// The figures as a picture.
struct SafetyPlot {
  let report: SimulateReport
  init(_ report: SimulateReport) { self.report = report }
  var svg: String { "" }
}
