import Foundation

// The system sounds of AudioToolbox, for which YobanPort imports this module. They make no sound, and keep no app
// running.

public typealias SystemSoundID = UInt32
public let kSystemSoundID_Vibrate: SystemSoundID = 0x0000_0FFF
public let kAudioServicesNoError: OSStatus = 0
public let kAudioServicesUnsupportedPropertyError: OSStatus = 0x7074_793F

public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {}
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {}

/// Calls the closure in a later event of the main queue.
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  if let inCompletionBlock { DispatchQueue.main.async { inCompletionBlock() } }
}

/// Calls the closure in a later event of the main queue.
public func AudioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID, _ inCompletionBlock: (@Sendable () -> Void)?
) {
  AudioServicesPlaySystemSoundWithCompletion(inSystemSoundID, inCompletionBlock)
}

/// Gives each sound the same identifier.
@discardableResult public func AudioServicesCreateSystemSoundID(
  _ inFileURL: CFURL, _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
  outSystemSoundID.pointee = 4096
  return kAudioServicesNoError
}

@discardableResult public func AudioServicesDisposeSystemSoundID(
  _ inSystemSoundID: SystemSoundID
) -> OSStatus { kAudioServicesNoError }
