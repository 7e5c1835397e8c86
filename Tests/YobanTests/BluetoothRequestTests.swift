import Foundation
import Testing

@testable import Yoban

@Suite struct BluetoothRequestTests {
  typealias Action = RequestMachine.Action

  static let level = AttributePath(service: "180F", characteristic: "2A19")
  static let scratch = AttributePath(service: "A000", characteristic: "A001")
  static let second: Int64 = 1_000_000_000
  static let refused = BluetoothFailure(.attribute, code: 2)

  private func machine() -> RequestMachine { RequestMachine(timeout: 10 * Self.second) }

  @Test func `a read gets the next value of its characteristic, not of another one`() {
    var machine = machine()
    #expect(
      machine.read(Self.level, 1, now: 0) == [.read(Self.level), .wake(at: 10 * Self.second)])
    #expect(machine.valueCame(Self.scratch, .success(Data([1]))) == [])
    #expect(
      machine.valueCame(Self.level, .success(Data([50])))
        == [.complete(1, .success(Data([50])))])
    // The next value is a notification without a waiting request.
    #expect(machine.valueCame(Self.level, .success(Data([51]))) == [])
    #expect(machine.counts == .init(reads: 1))
  }

  @Test func `responses are assigned to requests in their order`() {
    var machine = machine()
    _ = machine.read(Self.level, 1, now: 0)
    _ = machine.read(Self.level, 2, now: 0)
    #expect(
      machine.valueCame(Self.level, .success(Data([1]))) == [.complete(1, .success(Data([1])))])
    #expect(
      machine.valueCame(Self.level, .failure(.refused(Self.refused)))
        == [.complete(2, .failure(.refused(Self.refused)))])
  }

  @Test func `a response that is too late is not assigned to another request`() {
    var machine = machine()
    _ = machine.read(Self.level, 1, now: 0)
    #expect(
      machine.deadlinePassed(now: 10 * Self.second) == [.complete(1, .failure(.timedOut))])
    #expect(
      machine.read(Self.level, 2, now: 11 * Self.second)
        == [.read(Self.level), .wake(at: 21 * Self.second)])
    #expect(machine.valueCame(Self.level, .success(Data([1]))) == [])
    #expect(
      machine.valueCame(Self.level, .success(Data([2]))) == [.complete(2, .success(Data([2])))])
    #expect(machine.counts.timeouts == 1)
  }

  @Test func `each request has its own timeout`() {
    var machine = machine()
    _ = machine.read(Self.level, 1, now: 0)
    // The first deadline has already been scheduled.
    #expect(
      machine.write(Data([1]), to: Self.scratch, 2, maximum: 20, now: 4 * Self.second)
        == [.write(Self.scratch, Data([1]))])
    #expect(
      machine.deadlinePassed(now: 10 * Self.second)
        == [.complete(1, .failure(.timedOut)), .wake(at: 14 * Self.second)])
    #expect(
      machine.deadlinePassed(now: 14 * Self.second) == [.complete(2, .failure(.timedOut))])
  }

  @Test func `a write is confirmed or refused`() {
    var machine = machine()
    _ = machine.write(Data([1]), to: Self.scratch, 1, maximum: 1, now: 0)
    _ = machine.write(Data([2]), to: Self.scratch, 2, maximum: 1, now: 0)
    #expect(machine.wrote(Self.scratch, nil) == [.complete(1, .success(Data()))])
    #expect(
      machine.wrote(Self.scratch, Self.refused)
        == [.complete(2, .failure(.refused(Self.refused)))])
    #expect(machine.wrote(Self.scratch, nil) == [])
    #expect(machine.counts == .init(writes: 1))
  }

  @Test func `a value longer than the maximum is not sent (BT21)`() {
    var machine = machine()
    let error = BluetoothRequestError.tooLong(byteCount: 21, maximum: 20)
    #expect(
      machine.write(Data(count: 21), to: Self.scratch, 1, maximum: 20, now: 0)
        == [.complete(1, .failure(error))])
    #expect(
      machine.writeWithoutResponse(
        Data(count: 21), to: Self.scratch, 2, maximum: 20, canSend: true, now: 0)
        == [.complete(2, .failure(error))])
  }

  @Test func `a write without response is passed to the system at once if the system is ready`() {
    var machine = machine()
    #expect(
      machine.writeWithoutResponse(
        Data([1]), to: Self.scratch, 1, maximum: 20, canSend: true, now: 0)
        == [.send(Self.scratch, Data([1])), .complete(1, .success(Data()))])
    #expect(machine.readyToSend(true) == [])
  }

  @Test func `writes without response wait in order until the system is ready (BT22)`() {
    var machine = machine()
    func write(_ number: Int, canSend: Bool) -> [Action] {
      machine.writeWithoutResponse(
        Data([UInt8(number)]), to: Self.scratch, number, maximum: 20, canSend: canSend, now: 0)
    }
    #expect(write(1, canSend: false) == [.wake(at: 10 * Self.second)])
    // A new write must not overtake a waiting one, even if the system is ready.
    #expect(write(2, canSend: true) == [])
    #expect(machine.readyToSend(false) == [])
    for number in 1...2 {
      #expect(
        machine.readyToSend(true)
          == [.send(Self.scratch, Data([UInt8(number)])), .complete(number, .success(Data()))])
    }
    #expect(machine.readyToSend(true) == [])
    #expect(machine.counts.writes == 2)
  }

  @Test func `the queue has a maximum length, and writes that wait too long are removed unsent`() {
    var machine = machine()
    for number in 0..<RequestMachine.queueMax {
      _ = machine.writeWithoutResponse(
        Data([1]), to: Self.scratch, number, maximum: 20, canSend: false, now: 0)
    }
    #expect(
      machine.writeWithoutResponse(
        Data([1]), to: Self.scratch, 99, maximum: 20, canSend: false, now: 0)
        == [.complete(99, .failure(.queueFull))])
    #expect(
      machine.deadlinePassed(now: 10 * Self.second)
        == (0..<RequestMachine.queueMax).map { .complete($0, .failure(.timedOut)) })
    #expect(machine.readyToSend(true) == [])
  }

  @Test func `a connection that ends completes all requests, and no request waits after it`() {
    var machine = machine()
    _ = machine.read(Self.level, 1, now: 0)
    _ = machine.read(Self.level, nil, now: 0)
    _ = machine.write(Data([1]), to: Self.scratch, 2, maximum: 20, now: 0)
    _ = machine.writeWithoutResponse(
      Data([1]), to: Self.scratch, 3, maximum: 20, canSend: false, now: 0)
    #expect(machine.linkEnded() == [1, 2, 3].map { .complete($0, .failure(.linkLost)) })
    #expect(machine.linkEnded() == [])
    #expect(machine.valueCame(Self.level, .success(Data([1]))) == [])
    #expect(machine.deadlinePassed(now: 99 * Self.second) == [])
  }

  @Test func `a canceled request ends at once, and only once`() {
    var machine = machine()
    _ = machine.read(Self.level, 1, now: 0)
    _ = machine.writeWithoutResponse(
      Data([1]), to: Self.scratch, 2, maximum: 20, canSend: false, now: 0)
    #expect(machine.cancel(1) == [.complete(1, .failure(.cancelled))])
    #expect(machine.cancel(1) == [])
    #expect(machine.cancel(2) == [.complete(2, .failure(.cancelled))])
    #expect(machine.readyToSend(true) == [])
    #expect(machine.valueCame(Self.level, .success(Data([1]))) == [])
  }
}

@Suite struct BluetoothDiscoveryTests {
  typealias Machine = DiscoveryMachine
  typealias Found = DiscoveryMachine.FoundCharacteristic

  static let heartRate: AttributeIdentifier = "180D"
  static let battery: AttributeIdentifier = "180F"
  static let measurement = Characteristic.heartRateMeasurement.path
  static let level = Characteristic.batteryLevel.path
  static let failure = BluetoothFailure(.attribute, code: 14)
  static let heartRateAsk = Machine.Action.discoverCharacteristics(
    ["2A37", "2A38", "2A39"], of: heartRate)

  private func machine() -> Machine { Machine([.heartRate, .battery]) }

  private func services(_ identifiers: AttributeIdentifier...) -> [Machine.FoundService] {
    identifiers.map { .init(identifier: $0, characteristics: nil) }
  }

  @Test func `services, characteristics and subscriptions are requested one after the other`() {
    var machine = machine()
    #expect(machine.begin(known: nil) == [.discoverServices([Self.heartRate, Self.battery])])
    #expect(
      machine.servicesFound(services(Self.battery, Self.heartRate), nil)
        == [Self.heartRateAsk, .discoverCharacteristics(["2A19"], of: Self.battery)])
    // Responses may arrive in any order; nothing is subscribed before all have arrived.
    #expect(
      machine.characteristicsFound(
        [Found(identifier: "2A19", canNotify: false)], of: Self.battery, nil) == [])
    #expect(
      machine.characteristicsFound(
        [Found(identifier: "2A37", canNotify: true)], of: Self.heartRate, nil)
        == [.subscribe(Self.measurement)])
    #expect(machine.subscribed(Self.measurement, nil) == [.finish])
    #expect(machine.state == .idle)
  }

  @Test func `restored services and characteristics are not discovered again (BT26)`() {
    var machine = machine()
    let known = [
      Machine.FoundService(
        identifier: Self.heartRate,
        characteristics: [
          Found(identifier: "2A37", canNotify: true, isNotifying: true),
          Found(identifier: "2A38", canNotify: false), Found(identifier: "2A39", canNotify: false),
        ]),
      Machine.FoundService(
        identifier: Self.battery,
        characteristics: [Found(identifier: "2A19", canNotify: true, isNotifying: true)]),
    ]
    #expect(machine.begin(known: known) == [.finish])
  }

  @Test func `an optional part that was not found before is not discovered again`() {
    var machine = Machine([.heartRate, .battery.optional])
    let known = Machine.FoundService(
      identifier: Self.heartRate,
      characteristics: [Found(identifier: "2A37", canNotify: true, isNotifying: true)])
    #expect(machine.begin(known: [known]) == [.finish])
    // If the accessory was never asked, it is asked, even if nothing is required.
    machine = Machine([.battery.optional])
    #expect(machine.begin(known: nil) == [.discoverServices([Self.battery])])
  }

  @Test func `services that are partly restored are completed`() {
    var machine = machine()
    let known = [
      Machine.FoundService(identifier: Self.heartRate, characteristics: nil),
      Machine.FoundService(
        identifier: Self.battery, characteristics: [Found(identifier: "2A19", canNotify: true)]),
    ]
    #expect(machine.begin(known: known) == [Self.heartRateAsk])
    #expect(
      machine.characteristicsFound(
        [Found(identifier: "2A37", canNotify: true, isNotifying: true)], of: Self.heartRate, nil)
        == [.subscribe(Self.level)])
  }

  @Test func `a missing part is reported and the rest is used`() {
    var machine = machine()
    _ = machine.begin(known: nil)
    #expect(
      machine.servicesFound(services(Self.heartRate), nil)
        == [Self.heartRateAsk, .report(.missingService(Self.battery))])
    #expect(
      machine.characteristicsFound(
        [Found(identifier: "2A38", canNotify: false)], of: Self.heartRate, nil)
        == [.report(.missingCharacteristic(Self.measurement)), .finish])
  }

  @Test func `an optional service may be missing`() {
    var machine = Machine([ServiceProfile.battery.optional])
    _ = machine.begin(known: nil)
    #expect(machine.servicesFound([], nil) == [.finish])
  }

  @Test
  func `a characteristic that must notify and cannot is a problem, one that may notify is not`() {
    var machine = machine()
    _ = machine.begin(known: nil)
    _ = machine.servicesFound(services(Self.heartRate, Self.battery), nil)
    _ = machine.characteristicsFound(
      [Found(identifier: "2A19", canNotify: false)], of: Self.battery, nil)
    #expect(
      machine.characteristicsFound(
        [Found(identifier: "2A37", canNotify: false)], of: Self.heartRate, nil)
        == [.report(.cannotNotify(Self.measurement)), .finish])
  }

  @Test func `a refused subscription is a problem but does not end the discovery`() {
    var machine = machine()
    _ = machine.begin(known: nil)
    _ = machine.servicesFound(services(Self.heartRate, Self.battery), nil)
    _ = machine.characteristicsFound(
      [Found(identifier: "2A19", canNotify: true)], of: Self.battery, nil)
    #expect(
      machine.characteristicsFound(
        [Found(identifier: "2A37", canNotify: true)], of: Self.heartRate, nil)
        == [.subscribe(Self.measurement), .subscribe(Self.level)])
    #expect(
      machine.subscribed(Self.measurement, Self.failure)
        == [.report(.subscriptionFailed(Self.measurement, Self.failure))])
    #expect(machine.subscribed(Self.level, nil) == [.finish])
  }

  @Test func `an error response ends the discovery`() {
    var machine = machine()
    _ = machine.begin(known: nil)
    #expect(machine.servicesFound([], Self.failure) == [.fail(Self.failure)])
    _ = machine.begin(known: nil)
    _ = machine.servicesFound(services(Self.heartRate, Self.battery), nil)
    #expect(
      machine.characteristicsFound([], of: Self.battery, Self.failure) == [.fail(Self.failure)])
    // Late responses have no effect.
    #expect(machine.characteristicsFound([], of: Self.heartRate, nil) == [])
    #expect(machine.subscribed(Self.measurement, nil) == [])
  }
}
