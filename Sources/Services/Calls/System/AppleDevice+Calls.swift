import YobanAppleSystem
import YobanJobs
import YobanSimulatedDevices
import YobanVirtualTime

// VoIP pushes: what the server does.
extension AppleDevice {
  /// Sends a VoIP push from a server to the app, with `apns-push-type: voip` (CK1, CK2).
  ///
  /// It launches the app in the background, or resumes it. From iOS 13 on the app must report a call for it, or it is
  /// ended (CK3). While the phone is offline, only the newest push waits.
  ///
  /// - Parameters:
  ///   - payload: JSON text of an object, at most 5 KB.
  ///   - lifetime: the header `apns-expiration`, as the time from now on: a push that could not be delivered by then is
  ///     dropped, with zero at once. Default: it does not expire.
  /// - Throws: `PushError`, the push service's response to the server.
  public func pushVoIP(
    to app: InstalledApp, payload: String, expiresAfter lifetime: Duration? = nil
  ) throws {
    try calls.push(payload, to: app, expiresAfter: lifetime)
  }

  /// Sends a VoIP push, as above, with the payload as a dictionary of JSON values.
  public func pushVoIP(
    to app: InstalledApp, payload: [String: any Sendable], expiresAfter lifetime: Duration? = nil
  ) throws {
    try pushVoIP(to: app, payload: payload.pushPayload, expiresAfter: lifetime)
  }
}

// Calls: what the user does. Each call returns at once; the app performs the action afterwards (CK5).
extension AppleDevice {
  /// The user answers the call that rings. A connected call is put on hold first, or ended if it cannot be held.
  ///
  /// Records an issue if no call rings. The app stays in the background.
  public func answerCall() {
    guard let call = chosen(nil, "answers", { $0.machine.state == .ringing }) else { return }
    for other in calls.ongoing
    where other !== call && other.machine.usesAudio {
      calls.perform(
        [other.details.supportsHolding == false ? .end : .setHeld(true)], on: other)
    }
    calls.perform([.answer], on: call)
  }

  /// The user declines the call that rings. Records an issue if no call rings.
  public func declineCall() {
    guard let call = chosen(nil, "declines", { $0.machine.state == .ringing }) else { return }
    calls.perform([.end], on: call)
  }

  /// The user hangs up. Records an issue if there is no such call.
  ///
  /// - Parameter call: Default: the last one that does not ring.
  public func hangUp(_ call: Call? = nil) {
    guard let call = chosen(call, "hangs up", { $0.machine.state != .ringing }) else { return }
    calls.perform([.end], on: call)
  }

  /// The user puts a call on hold, or resumes it. Records an issue if there is no such call, or if the app says that it
  /// cannot be held.
  ///
  /// - Parameter call: Default: the last one that does not ring.
  public func holdCall(_ isOnHold: Bool = true, _ call: Call? = nil) {
    let action = isOnHold ? "holds" : "resumes"
    guard
      let call = chosen(
        call, action,
        {
          $0.machine.accepts(.setHeld(isOnHold)) && $0.details.supportsHolding != false
        })
    else { return }
    calls.perform([.setHeld(isOnHold)], on: call)
  }

  /// The user mutes the microphone for a call, or unmutes it. Records an issue if there is no such call.
  ///
  /// - Parameter call: Default: the last one that does not ring.
  public func muteCall(_ isMuted: Bool = true, _ call: Call? = nil) {
    let action = isMuted ? "mutes" : "unmutes"
    guard let call = chosen(call, action, { $0.machine.accepts(.setMuted(isMuted)) })
    else { return }
    calls.perform([.setMuted(isMuted)], on: call)
  }

  /// The user types digits on the keypad of a call. Records an issue if there is no such call.
  ///
  /// - Parameter call: Default: the last one that does not ring.
  public func typeDigits(_ digits: String, _ call: Call? = nil) {
    let action = CallActionKind.playDTMF(digits, type: 1)
    guard
      let call = chosen(call, "types \(digits) in", { $0.machine.accepts(action) })
    else { return }
    calls.perform([action], on: call)
  }

  /// The call that the user means; nil, with an issue, if there is none.
  private func chosen(
    _ call: Call?, _ action: String, _ isPossible: (Call) -> Bool
  ) -> Call? {
    let possible = calls.ongoing.last { (call == nil || $0 === call) && isPossible($0) }
    guard let possible else {
      Misuse.report(
        "The user of \(name) \(action) a call, but there is none for that: \(calls.ongoing.map { "\($0.name) is \($0.state)" })."
      )
      return nil
    }
    guard !leavesOut("\(action) the call \(possible.name)") else { return nil }
    userComes()
    post(.user("\(action) the call \(possible.name)"))
    return possible
  }
}
