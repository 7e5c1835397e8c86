import YobanSimulatedRadio

/// A peer that a phone knows without scanning.
package struct KnownPeer: Sendable, Hashable {
  package var identifier: PeerIdentifier
  package var name: String?
  /// Whether the requesting app is connected to the peer now.
  package var isConnected: Bool
}
