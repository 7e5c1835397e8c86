import YobanVirtualTime

/// The radio of a world: its peers, and how strongly devices receive each other.
public final class Radio: @unchecked SimulationConfined {
  public var model = RadioModel.indoors { didSet { for peer in peers { changed(peer) } } }
  package private(set) var peers: [any RadioPeer] = []
  package let simulation: Simulation
  private var listeners: [any RadioListener] = []
  private let recordAccessory: (_ name: String, _ what: String) -> Void

  /// - Parameter recordAccessory: writes an action of an accessory into the world's trace.
  package init(
    _ simulation: Simulation, recordAccessory: @escaping (_ name: String, _ what: String) -> Void
  ) {
    self.simulation = simulation
    self.recordAccessory = recordAccessory
  }

  package func add(_ peer: any RadioPeer) {
    peers.append(peer)
    changed(peer)
  }

  /// Adds a service that is notified of every change of a peer. Listeners are notified in the order
  /// in which they were added.
  package func add(_ listener: any RadioListener) { listeners.append(listener) }

  /// Called when a peer started or stopped advertising, moved, or was switched on or off.
  package func changed(_ peer: any RadioPeer) {
    for listener in listeners { listener.peerChanged(peer) }
  }

  package func meanPower(of peer: any RadioPeer, at place: Place) -> Double {
    model.meanPower(peer.transmitPower, distance: peer.place.distance(to: place))
  }

  func record(_ accessory: String, _ what: String) { recordAccessory(accessory, what) }
}

/// A service of a device that receives what peers send.
package protocol RadioListener: AnyObject {
  /// A peer started or stopped advertising, moved, or was switched on or off.
  func peerChanged(_ peer: any RadioPeer)
}

/// A device whose owner can wear or carry an accessory.
public protocol RadioCarrier: AnyObject {
  var name: String { get }
  var place: Place { get }
}
