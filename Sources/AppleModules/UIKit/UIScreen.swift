/// The device's screen.
@preconcurrency @MainActor open class UIScreen: NSObject {
  private static let only = UIScreen()
  open class var main: UIScreen { only }

  /// The size in points, of an iPhone with a 6.1-inch screen in portrait orientation.
  open var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
  /// The brightness that the app has set last; half at its launch (assumed).
  open var brightness: CGFloat {
    get { ScreenSettings.current.brightness }
    set { ScreenSettings.current.brightness = newValue }
  }
}
