import YobanPlatformProfiles

extension [PlatformRule] {
  package static let bluetooth: Self = [
    .bt1, .bt2, .bt3, .bt4, .bt5, .bt6, .bt7, .bt8, .bt9, .bt10, .bt11, .bt12, .bt13, .bt14, .bt15,
    .bt16, .bt17, .bt18, .bt19, .bt20, .bt21, .bt22, .bt23, .bt24, .bt25, .bt26, .bt27, .bt28,
    .bt29, .bt30, .bt31, .bt32, .bt33, .wk10,
  ]
}

/// Pages that several Core Bluetooth rules use as a source.
enum BluetoothSource {
  static let centralManager = header("CBCentralManager.h")
  static let centralConstants = header("CBCentralManagerConstants.h")
  static let manager = header("CBManager.h")
  static let peripheral = header("CBPeripheral.h")
  static let peripheralManager = header("CBPeripheralManager.h")
  static let error = header("CBError.h")

  static let guide = RuleSource.page(
    "Core Bluetooth Programming Guide", by: "Apple",
    at:
      "https://developer.apple.com/library/archive/documentation/NetworkingInternetWeb/Conceptual/CoreBluetooth_concepts/AboutCoreBluetooth/Introduction.html"
  )
  static let guidelines = RuleSource.page(
    "Accessory Design Guidelines for Apple Devices", by: "Apple")
  static let qa1931 = RuleSource.page(
    "QA1931: Using the correct Bluetooth LE Advertising and Connection Parameters", by: "Apple",
    at: "https://developer.apple.com/library/archive/qa/qa1931/_index.html")
  static let qa1962 = RuleSource.page(
    "QA1962: Conditions Under Which Bluetooth State Restoration Will Relaunch An App (2017)",
    by: "Apple", at: "https://developer.apple.com/library/content/qa/qa1962/_index.html")
  static let tn3115 = RuleSource.page(
    "TN3115: Bluetooth State Restoration app relaunch rules (2022 and 2025)", by: "Apple",
    at:
      "https://developer.apple.com/documentation/technotes/tn3115-bluetooth-state-restoration-app-relaunch-rules"
  )
  static let wwdc2017 = RuleSource.page(
    "WWDC 2017, session 712: What's New in Core Bluetooth", by: "Apple",
    at: "https://developer.apple.com/videos/play/wwdc2017/712")
  static let attributeProtocol = RuleSource.page(
    "Bluetooth Core Specification, volume 3, part F: Attribute Protocol", by: "Bluetooth SIG")
  static let backgroundScan = RuleSource.page(
    "forum answer 801723", by: "Apple Developer Forums",
    at: "https://developer.apple.com/forums/thread/801723")
  static let stackOverflow = RuleSource.page(
    "question 9896562: What exactly can CoreBluetooth applications do whilst in the background?",
    by: "Stack Overflow", at: "https://stackoverflow.com/questions/9896562")
  static let heraldSystems = RuleSource.page(
    "Bluetooth OS issues", by: "Herald", at: "https://heraldprox.io/bluetooth/os")
  static let overflowReference = RuleSource.page(
    "OverflowAreaBeaconRef, README", by: "davidgyoung",
    at: "https://github.com/davidgyoung/OverflowAreaBeaconRef")

  private static func header(_ name: String) -> RuleSource {
    .page("SDK header \(name) (iOS 16.5)", by: "Apple")
  }
}
