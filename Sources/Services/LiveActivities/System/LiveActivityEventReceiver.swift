import Foundation

/// The callbacks from the system to the objects of ActivityKit in a process, on the process's main queue.
package protocol LiveActivityEventReceiver: AnyObject {
  /// A Live Activity was started or scheduled, by the app or by a push.
  func started(_ activity: LiveActivity)
  func stateChanged(of activity: LiveActivity, to state: LiveActivityMachine.State)
  func contentChanged(of activity: LiveActivity, to values: LiveActivityValues)
  func tokenChanged(of activity: LiveActivity)
  /// The token for pushes that start Live Activities with these attributes changed.
  func startTokenChanged(for attributesType: String)
  /// The user changed a setting for Live Activities.
  func settingsChanged()
}
