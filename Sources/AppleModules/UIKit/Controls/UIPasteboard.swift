internal import YobanVirtualTime

/// The contents that the user has copied. Each launch of an app has its own pasteboard here; on a device, all apps
/// share the general one, which outlives them.
open class UIPasteboard: NSObject, @unchecked SimulationConfined {
  open class var general: UIPasteboard {
    Simulation.current?.currentProcess.resident(UIPasteboard.self) { UIPasteboard() }
      ?? UIPasteboard()
  }

  open var string: String?
  open var strings: [String]? {
    get { string.map { [$0] } }
    set { string = newValue?.first }
  }
  open var url: URL? {
    get { string.flatMap { URL(string: $0) } }
    set { string = newValue?.absoluteString }
  }
  open var hasStrings: Bool { string != nil }
  open var hasURLs: Bool { url != nil }
}
