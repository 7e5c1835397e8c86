import YobanVirtualTime

/// A device that connects to peers and is not one itself: it never advertises, and nothing can
/// connect to it.
package final class CentralOnlyPeer: RadioPeer {
  package let radioName: String
  package var gapName: String? { nil }
  package var transmitPower: Double { AccessoryDefaults.standard.transmitPower }
  package var isOnAir: Bool { false }
  package var advertising: Advertising? { nil }
  package var advertisingSince: VirtualInstant { .start }
  package var addressNumber: Int { 0 }
  package let database = GATTDatabase()
  package var maximumTransmissionUnit: Int { AccessoryDefaults.standard.maximumTransmissionUnit }
  package var serviceDiscoveryTime: ClosedRange<Duration> { .zero...(.zero) }
  package var bonds: Set<String> = []
  package var place: Place { carrier?.place ?? .origin }
  private weak var carrier: (any RadioCarrier)?

  /// - Parameter device: the device, whose name is unique in the world.
  package init(_ device: any RadioCarrier) {
    radioName = device.name
    carrier = device
  }

  package func refusal(of central: BluetoothStack) -> CoreBluetoothCode? { .connectionFailed }
  package func opened(_ link: Link) {}
  package func closed(_ link: Link) {}
  package func answer(
    _ request: AttributeRequest, on link: Link, _ reply: @escaping (AttributeAnswer) -> Void
  ) {
    reply(.error(.requestNotSupported))
  }
  package func hasRoomToNotify(_ link: Link) {}
  package func openChannel(
    _ psm: UInt16, on link: Link
  ) -> Result<L2CAPChannel, BluetoothError> {
    .failure(.core(.operationNotSupported))
  }
}
