internal import YobanSimulatedApple

/// A nib of the app, which `YobanPort` has compiled from its xib file.
@preconcurrency @MainActor open class UINib: NSObject {
  private let name: String

  /// Names a nib. The bundle is not used: the nib is looked up in the module of the app's delegate, and of the
  /// owner.
  public init(nibName name: String, bundle bundleOrNil: Bundle?) { self.name = name }

  /// Makes the objects of the nib, and connects them with each other and with the owner. As on a device, the app is
  /// terminated if there is no nib with the name.
  ///
  /// - Returns: the objects at the top, without the owner.
  open func instantiate(
    withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil
  ) -> [Any] {
    let owner = ownerOrNil.map { $0 as AnyObject }
    guard let scene = Self.scene(name, for: owner) else {
      AppProcess.raise(
        "NSInternalInconsistencyException: Could not load NIB in bundle with name '\(name)'. On Linux, YobanPort compiles nibs: name \(name).xib in the sources of port.json."
      )
    }
    return scene.makeObjects(owner: owner)
  }

  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
  }

  /// The first view of a class in the nib.
  func makeView<V: UIView>(_ type: V.Type) -> V? {
    instantiate(withOwner: nil).lazy.compactMap { $0 as? V }.first
  }

  /// The view of a controller: that of the nib that it names, or that has the name of its class.
  static func view(of controller: UIViewController) -> UIView? {
    if let name = controller.nibName {
      _ = UINib(nibName: name, bundle: nil).instantiate(withOwner: controller)
      return controller.viewIfLoaded
    }
    let type = String(describing: Swift.type(of: controller))
    let short = type.hasSuffix("Controller") ? String(type.dropLast("Controller".count)) : nil
    for name in [short, type].compactMap(\.self) {
      guard let scene = scene(name, for: controller), scene.isOwned(by: controller) else {
        continue
      }
      _ = scene.makeObjects(owner: controller)
      return controller.viewIfLoaded
    }
    return nil
  }

  private static func scene(_ name: String, for owner: AnyObject?) -> StoryboardScene? {
    let delegate = ApplicationReceiver.current?.application.delegate
    for object in [owner, delegate as AnyObject?].compactMap(\.self) {
      let module = String(String(reflecting: Swift.type(of: object)).prefix { $0 != "." })
      let type = "\(module).YobanNib_\(PortedStoryboardNames.identifier(name))"
      guard let nib = _typeByName(type) as? any PortedNib.Type else { continue }
      return StoryboardScene(
        storyboard: UIStoryboard(name: name, bundle: nil),
        scene: PortedStoryboardScene(nib.objects),
        module: module)
    }
    return nil
  }
}

extension Bundle {
  /// Makes the objects of a nib, as `UINib.instantiate(withOwner:options:)` does.
  @MainActor public func loadNibNamed(
    _ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil
  ) -> [Any]? { UINib(nibName: name, bundle: self).instantiate(withOwner: owner, options: options) }
}
