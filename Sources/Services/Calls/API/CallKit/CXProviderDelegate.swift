import AVFAudio

/// Receives what the system asks of a provider, on the queue of `setDelegate(_:queue:)`, or else on the main queue.
///
/// At Apple, all methods are optional except `providerDidReset(_:)`. An action whose method is not implemented is not
/// performed in time (CK5).
@preconcurrency public protocol CXProviderDelegate: NSObjectProtocol {
  /// Called on a device when the system has lost the calls of the app; never here.
  func providerDidReset(_ provider: CXProvider)
  /// Called after `setDelegate(_:queue:)`.
  func providerDidBegin(_ provider: CXProvider)
  /// Called for each transaction.
  ///
  /// - Returns: true if the app performs the actions here: the methods below are not called for them.
  func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool
  func provider(_ provider: CXProvider, perform action: CXStartCallAction)
  func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)
  func provider(_ provider: CXProvider, perform action: CXEndCallAction)
  func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)
  func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)
  func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)
  func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)
  /// Called when an action was not performed in time. Do not complete the action now (CK5).
  func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)
  /// Called when the system has activated the audio session for a call: start the audio here (CK6).
  func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)
  func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

extension CXProviderDelegate {
  public func providerDidBegin(_ provider: CXProvider) {}
  public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool { false }
  public func provider(_ provider: CXProvider, perform action: CXStartCallAction) {}
  public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {}
  public func provider(_ provider: CXProvider, perform action: CXEndCallAction) {}
  public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {}
  public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {}
  public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {}
  public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {}
  public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}
  public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}
  public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}
