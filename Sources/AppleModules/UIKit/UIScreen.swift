/// The device's screen.
@preconcurrency @MainActor open class UIScreen: NSObject {
  public static let main = UIScreen()

  /// Points: the size of an iPhone with a 6.1-inch screen, upright.
  open var bounds: CGRect { CGRect(x: 0, y: 0, width: 390, height: 844) }
}
