import Foundation
import Geodesy
import Testing

@Suite struct AccuracyTests {
  @Test func levelsConvertByTheCircularNormalError() throws {
    // Ratios to the 68 % radius, as tables of accuracy measures give them.
    let table: [(ConfidenceLevel, Double)] = [
      (.half, 0.780), (.percent68, 1), (.percent90, 1.422), (.percent95, 1.621), (.percent99, 2.010),
    ]
    for (level, ratio) in table {
      #expect(abs(ConfidenceLevel.percent68.convert(10, to: level) - 10 * ratio) < 0.01)
      #expect(abs(level.convert(ConfidenceLevel.percent68.convert(7, to: level), to: .percent68) - 7) < 1e-12)
    }
    #expect(abs(ConfidenceLevel.percent68.sigmas - 1.5096) < 1e-4)
    #expect(ConfidenceLevel(share: 0) == nil && ConfidenceLevel(share: 1) == nil && ConfidenceLevel(share: .nan) == nil)
  }

  @Test func missingZeroAndNegativeAreThreeCases() {
    let missing = HorizontalAccuracy(radius: nil)
    let zero = HorizontalAccuracy(radius: 0)
    #expect(missing.statement == .missing && missing.cep68 == 50 && missing.isAssumed)
    #expect(zero.statement == .zero && zero.cep68 == 50 && zero.isAssumed && zero != missing)
    for radius in [-1, -0.001, .infinity, .nan] {
      let invalid = HorizontalAccuracy(radius: radius)
      #expect(invalid.statement == .invalid && invalid.cep68 == nil && !invalid.isAssumed)
    }
    let stated = HorizontalAccuracy(radius: 24.477, level: .percent95)
    #expect(stated.statement == .stated && abs((stated.cep68 ?? 0) - 15.096) < 0.001 && stated.radius == 24.477)
  }
}
