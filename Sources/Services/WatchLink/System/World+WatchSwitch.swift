import YobanAppleSystem
import YobanSimulatedDevices

extension World {
  /// Switches the phone to another watch of the user, which replaces the one that it is paired
  /// with.
  ///
  /// Sessions of the phone's apps become inactive, receive the content that came from the old
  /// watch, and are deactivated. The apps must activate them again for the new watch. Transfers
  /// queued for the old watch wait until it is worn again (assumed).
  ///
  /// - Throws: `WorldError.isPaired`, without any effect, if the new watch has a phone.
  public func switchWatch(of phone: Phone, to watch: Watch) throws {
    if let other = watch.counterpart { throw WorldError.isPaired(watch.name, with: other.name) }
    let old = phone.counterpart
    old?.counterpart = nil
    phone.counterpart = nil
    old?.watchLink.lostPhone()
    phone.watchLink.deactivateSessions()
    try pair(watch, with: phone)
    watch.watchLink.link?.update()
  }

  /// Unpairs a watch, as the user does: neither side has a counterpart afterwards.
  public func unpair(_ watch: Watch) {
    guard let phone = watch.counterpart else { return }
    watch.post(.power("unpaired from \(phone.name)"))
    watch.counterpart = nil
    phone.counterpart = nil
    watch.watchLink.lostPhone()
    phone.watchLink.notifyOfChanges()
  }
}
