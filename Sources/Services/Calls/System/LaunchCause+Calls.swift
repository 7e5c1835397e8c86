import YobanSimulatedDevices

extension LaunchCause {
  /// A VoIP push (CK2).
  public static let voipPush = Self("VoIP push")
}

extension RunTimeLedger.Grant {
  /// A VoIP push (CK2).
  package static let voipPush = Self("VoIP push")
  /// A call that goes on (CK6).
  package static let call = Self("call", isMode: true)
}
