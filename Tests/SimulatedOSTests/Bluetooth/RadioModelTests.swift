import Testing
import YobanVirtualTime

@testable import YobanPlatformProfiles
@testable import YobanSimulatedAndroid
@testable import YobanSimulatedRadio
import YobanSimulatedOS

@Suite struct RadioModelTests {
  private static let models = [RadioModel.openField, .indoors, .worn]

  @Test(arguments: models)
  func `received power falls with distance, by the model's exponent (RA1)`(_ model: RadioModel) {
    let powers = stride(from: 0.1, through: 200, by: 0.1).map {
      model.meanPower(0, distance: $0)
    }
    for (nearer, farther) in zip(powers, powers.dropFirst()) { #expect(nearer > farther) }
    #expect(
      model.meanPower(0, distance: 1) == -model.lossAtOneMeter - model.bodyLoss - model.lossPerMeter
    )
    let decade = model.meanPower(0, distance: 1) - model.meanPower(0, distance: 10)
    #expect(abs(decade - 10 * model.pathLossExponent - 9 * model.lossPerMeter) < 1e-9)
    #expect(model.meanPower(4, distance: 3) == model.meanPower(0, distance: 3) + 4)
    #expect(model.meanPower(0, distance: 0) == model.meanPower(0, distance: 0.1))
  }

  @Test(arguments: [-50.0, -94.9, -95, -100, -101])
  func `noise is limited, and packets below the sensitivity are not received`(mean: Double) {
    let model = RadioModel.indoors
    var random = RandomStream(seed: 1, name: "rssi")
    for _ in 0..<2000 {
      guard let rssi = model.receive(mean, &random) else {
        #expect(mean - 3 * model.noise < model.sensitivity)
        continue
      }
      #expect(Double(rssi) >= model.sensitivity)
      #expect(abs(Double(rssi) - mean) <= 3 * model.noise + 0.5)
    }
  }

  @Test func `signals below the limit are never received, strong ones always`() {
    let model = RadioModel.indoors
    var random = RandomStream(seed: 2, name: "rssi")
    let (weak, strong) = (
      model.sensitivity - 3 * model.noise - 0.01, model.sensitivity + 3 * model.noise
    )
    #expect(!model.mayReceive(weak) && model.mayReceive(weak + 0.02))
    for _ in 0..<2000 {
      #expect(model.receive(weak, &random) == nil)
      #expect(model.receive(strong, &random) != nil)
    }
    #expect(model.holdsConnection(model.sensitivity))
    #expect(!model.holdsConnection(model.sensitivity - 0.01))
  }

  /// The distance up to which a sender of 0 dBm is received without noise, in meters.
  @Test(arguments: zip(models, [562, 39.4, 9.5]))
  func `walls and bodies reduce the range (RA1)`(_ model: RadioModel, _ meters: Double) {
    #expect(model.holdsConnection(model.meanPower(0, distance: meters * 0.95)))
    #expect(!model.holdsConnection(model.meanPower(0, distance: meters * 1.05)))
  }

  // MARK: Connection parameters

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var min = 15
    var max = 30
    var latency = 0
    var supervision = 4000
    var isAcceptable = false
  }

  @Test(arguments: [
    Row(testDescription: "all clauses hold", isAcceptable: true),
    Row(testDescription: "15 ms both", max: 15, isAcceptable: true),
    Row(testDescription: "latency 30", latency: 30, isAcceptable: true),
    Row(testDescription: "latency 31", latency: 31),
    Row(testDescription: "latency below 0", latency: -1),
    Row(testDescription: "supervision 2 s", supervision: 2000, isAcceptable: true),
    Row(testDescription: "supervision 6 s", supervision: 6000, isAcceptable: true),
    Row(testDescription: "supervision below 2 s", supervision: 1999),
    Row(testDescription: "supervision above 6 s", supervision: 6001),
    Row(testDescription: "minimum below 15 ms", min: 0, max: 30),
    Row(testDescription: "minimum no multiple of 15 ms", min: 20, max: 45),
    Row(testDescription: "maximum less than 15 ms above the minimum", min: 30, max: 44),
    Row(testDescription: "both 30 ms", min: 30, max: 30),
    Row(testDescription: "maximum below the minimum", min: 60, max: 30),
    Row(
      testDescription:
        "maximum with latency above 2 s, and so no supervision timeout is long enough", min: 15,
      max: 201, latency: 9,
      supervision: 6000),
    Row(
      testDescription: "three times the maximum just below the supervision timeout", min: 300,
      max: 333, latency: 3, supervision: 4000, isAcceptable: true),
    Row(
      testDescription: "three times the maximum is the supervision timeout", min: 300, max: 500,
      latency: 1, supervision: 3000),
  ])
  func `connection parameters must satisfy every clause of Apple's guidelines (BT17)`(_ row: Row) {
    let parameters = ConnectionParameters(
      intervalMin: .milliseconds(row.min), intervalMax: .milliseconds(row.max),
      latency: row.latency, supervisionTimeout: .milliseconds(row.supervision))
    #expect(parameters.isAcceptable(by: .apple) == row.isAcceptable)
  }

  @Test(arguments: [
    (Place(x: 0), "0 m, 0 m"), (Place(x: 1000, y: -2.5), "1000 m, -2.5 m"),
    (Place(x: 0.05, y: 12.34), "0.05 m, 12.34 m"), (Place(x: -0.004), "0 m, 0 m"),
  ])
  func `a place is printed in meters, to the centimeter`(_ place: Place, _ text: String) {
    #expect(place.description == text)
  }
}
