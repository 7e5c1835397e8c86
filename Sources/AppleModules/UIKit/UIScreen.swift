/// The device's screen.
@preconcurrency @MainActor open class UIScreen: NSObject {
  public static let main = UIScreen()

  /// The size in points, of an iPhone with a 6.1-inch screen in portrait orientation.
  open var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
}
