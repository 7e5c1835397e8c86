internal import YobanSimulatedApple

/// A storyboard of the app, which `YobanPort` has compiled from its file.
@preconcurrency @MainActor open class UIStoryboard: NSObject {
  let name: String

  /// Names a storyboard. The bundle is not used: the storyboard is looked up in the module of the app's
  /// delegate. As on a device, the app is terminated if there is none with the name.
  public init(name: String, bundle storyboardBundleOrNil: Bundle?) {
    self.name = name
  }

  /// Creates the controller at which the storyboard's arrow points; nil if there is none.
  open func instantiateInitialViewController() -> UIViewController? {
    guard let identifier = compiled.initialScene else { return nil }
    return scene { $0.controller?.identifier == identifier }?.makeController()
  }

  /// Creates the controller with a storyboard ID. As on a device, the app is terminated if there is none.
  open func instantiateViewController(withIdentifier identifier: String) -> UIViewController {
    guard
      let controller = scene({ $0.controller?.values["storyboardIdentifier"] == identifier })?
        .makeController()
    else {
      AppProcess.raise(
        "NSInvalidArgumentException: Storyboard \(name) doesn't contain a view controller with identifier '\(identifier)'"
      )
    }
    return controller
  }

  /// The controller of a scene, also of another storyboard to which this one refers.
  func controller(withObject identifier: String) -> UIViewController? {
    let reference = compiled.scenes.lazy.flatMap(\.objects).first {
      $0.identifier == identifier && $0.element == "viewControllerPlaceholder"
    }
    if let reference, let name = reference.values["storyboardName"] {
      let other = UIStoryboard(name: name, bundle: nil)
      return reference.values["referencedIdentifier"].map {
        other.instantiateViewController(withIdentifier: $0)
      } ?? other.instantiateInitialViewController()
    }
    return scene { $0.controller?.identifier == identifier }?.makeController()
  }

  private func scene(_ isWanted: (PortedStoryboardScene) -> Bool) -> StoryboardScene? {
    compiled.scenes.first(where: isWanted).map {
      StoryboardScene(storyboard: self, scene: $0, module: module)
    }
  }

  private var compiled: any PortedStoryboard.Type {
    let type = "\(module).YobanStoryboard_\(PortedStoryboardNames.identifier(name))"
    guard let found = _typeByName(type) as? any PortedStoryboard.Type else {
      AppProcess.raise(
        "NSInvalidArgumentException: Could not find a storyboard named '\(name)' in the module \(module). On Linux, YobanPort compiles storyboards: name \(name).storyboard in the sources of port.json."
      )
    }
    return found
  }

  /// The module of the app's delegate.
  private var module: String {
    let delegate = UIApplication.shared.delegate.map { String(reflecting: type(of: $0)) } ?? ""
    return String(delegate.prefix { $0 != "." })
  }
}

/// The transition from one controller of a storyboard to another.
@preconcurrency @MainActor open class UIStoryboardSegue: NSObject {
  open private(set) var identifier: String?
  open private(set) var source: UIViewController
  open private(set) var destination: UIViewController
  private let performHandler: (() -> Void)?

  public init(
    identifier: String?, source: UIViewController, destination: UIViewController
  ) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
    performHandler = nil
    super.init()
  }

  public init(
    identifier: String?, source: UIViewController, destination: UIViewController,
    performHandler: @escaping () -> Void
  ) {
    self.identifier = identifier
    self.source = source
    self.destination = destination
    self.performHandler = performHandler
    super.init()
  }

  open func perform() { performHandler?() }
}
