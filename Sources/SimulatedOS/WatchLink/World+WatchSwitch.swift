extension World {
  /// Switches the phone to another watch of the user, which replaces the one that it is paired
  /// with.
  ///
  /// Sessions of the phone's apps become inactive, receive the content that came from the old
  /// watch, and are deactivated. The apps must activate them again for the new watch. Transfers
  /// queued for the old watch wait until it is worn again (assumed).
  public func switchWatch(of phone: Device, to watch: Device) {
    precondition(watch.profile.platform == .watchOS, "\(watch.name) is no watch")
    precondition(phone.profile.platform == .iOS, "\(phone.name) is no iPhone")
    precondition(watch.counterpart == nil, "\(watch.name) has a phone")
    let old = phone.counterpart
    old?.counterpart = nil
    phone.counterpart = nil
    old?.watchLink.lostPhone()
    phone.watchLink.deactivateSessions()
    pair(watch, with: phone)
    watch.watchLink.link?.update()
  }

  /// Unpairs a watch, as the user does: neither side has a counterpart afterwards.
  public func unpair(_ watch: Device) {
    guard let phone = watch.counterpart else { return }
    watch.post(.power("unpaired from \(phone.name)"))
    watch.counterpart = nil
    phone.counterpart = nil
    watch.watchLink.lostPhone()
    phone.watchLink.tellChanges()
  }
}
