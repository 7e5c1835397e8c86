import YobanAppleSystem

// The functions of AccessorySetupKit, by the versions that have them.
extension SystemAPI {
  package static let accessorySession = SystemAPI(
    "ASAccessorySession.activate(on:eventHandler:)", iOS: 18)
  package static let nameCompareOptions = SystemAPI(
    "ASDiscoveryDescriptor.bluetoothNameSubstringCompareOptions", iOS: "18.2")
  package static let pickerSettings = SystemAPI(
    "ASAccessorySession.pickerDisplaySettings", iOS: 26)
  package static let authorizationUpdate = SystemAPI(
    "ASAccessorySession.updateAuthorization(for:descriptor:completionHandler:)", iOS: 26)
  package static let pickerUpdate = SystemAPI(
    "ASAccessorySession.updatePicker(showing:completionHandler:)", iOS: "26.1")
  package static let pickerFinish = SystemAPI(
    "ASAccessorySession.finishPickerDiscovery(completionHandler:)", iOS: "26.1")

  package static let accessorySetup = [
    accessorySession, nameCompareOptions, pickerSettings, authorizationUpdate, pickerUpdate,
    pickerFinish,
  ]
}
