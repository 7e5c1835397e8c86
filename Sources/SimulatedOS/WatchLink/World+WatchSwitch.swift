extension World {
  /// The user puts on another of their watches: it takes the place of the one that the phone is
  /// paired with.
  ///
  /// Sessions of the phone's apps become inactive, hear what came from the old watch, and are
  /// deactivated: the apps activate them again for the new one. What is queued for the old watch
  /// waits until it is worn again (assumed).
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

  /// The user unpairs a watch: neither side has a counterpart any more.
  public func unpair(_ watch: Device) {
    guard let phone = watch.counterpart else { return }
    watch.post(.power("unpaired from \(phone.name)"))
    watch.counterpart = nil
    phone.counterpart = nil
    watch.watchLink.lostPhone()
    phone.watchLink.tellChanges()
  }
}
