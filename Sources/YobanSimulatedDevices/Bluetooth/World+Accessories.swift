import Foundation
import YobanSimulatedRadio

extension World {
  /// Adds an accessory that is switched off. Its name must be unique in the world.
  ///
  /// - Throws: `WorldError.nameIsTaken`.
  public func addAccessory(
    _ name: String, advertising: Advertising, services: [GATTService] = []
  ) throws(WorldError) -> Accessory {
    guard !radio.peers.contains(where: { $0.radioName == name }) else { throw .nameIsTaken(name) }
    let accessory = Accessory(name, advertising, services, on: radio)
    accessories.append(accessory)
    radio.add(accessory.peer)
    return accessory
  }

  /// Adds an iBeacon that is switched off and not connectable.
  ///
  /// Its transmit power is chosen so that a phone at one meter without obstacles measures
  /// `measuredPower`.
  ///
  /// - Parameters:
  ///   - measuredPower: dBm at one meter in an open field. Default: -59.
  ///   - interval: time between two advertisements. Default: 100 ms, as Apple requires.
  /// - Throws: `WorldError.nameIsTaken`.
  public func addBeacon(
    _ name: String, uuid: UUID, major: UInt16, minor: UInt16, measuredPower: Int8? = nil,
    interval: Duration? = nil
  ) throws(WorldError) -> Accessory {
    let defaults = AccessoryDefaults.standard
    let measuredPower = measuredPower ?? Int8(defaults.beaconPower)
    let beacon = IBeacon(uuid: uuid, major: major, minor: minor, measuredPower: measuredPower)
    var advertising = Advertising(interval: interval ?? defaults.beaconInterval)
    advertising.data.manufacturerData = beacon.manufacturerData
    advertising.data.isConnectable = false
    let accessory = try addAccessory(name, advertising: advertising)
    accessory.transmitPower = Double(measuredPower) + radio.model.lossAtOneMeter
    return accessory
  }
}
