import YobanAppleSystem
import YobanPlatformProfiles

// The functions and types of Core Bluetooth that older systems do not have.
extension SystemAPI {
  package static let connectionEvents = SystemAPI(
    "CBCentralManager.registerForConnectionEvents(options:)", iOS: 13)
  package static let automaticReconnection = SystemAPI(
    "CBConnectPeripheralOptionEnableAutoReconnect", iOS: 17)
}
