internal import YobanSimulatedApple

/// The coder with which the objects of a storyboard are created.
final class StoryboardCoder: NSCoder {
  let scene: StoryboardScene?
  init(_ scene: StoryboardScene?) { self.scene = scene }
}

/// Makes the objects of one scene of a storyboard, and connects them.
@MainActor final class StoryboardScene {
  let storyboard: UIStoryboard
  let scene: PortedStoryboardScene
  /// The module that contains the storyboard.
  private let module: String
  private var objects: [String: AnyObject] = [:]

  init(storyboard: UIStoryboard, scene: PortedStoryboardScene, module: String) {
    self.storyboard = storyboard
    self.scene = scene
    self.module = module
  }

  // MARK: The controller

  func makeController() -> UIViewController? {
    guard let description = scene.controller else { return nil }
    let base: UIViewController.Type =
      switch description.element {
      case "navigationController": UINavigationController.self
      case "tabBarController": UITabBarController.self
      case "tableViewController": UITableViewController.self
      case "collectionViewController": UICollectionViewController.self
      case "pageViewController": UIPageViewController.self
      case "splitViewController": UISplitViewController.self
      default: UIViewController.self
      }
    let type = customClass(of: description, as: UIViewController.self) ?? base
    guard let controller = type.init(coder: StoryboardCoder(self)) else { return nil }
    weakObjects[description.identifier] = WeakObject(object: controller)
    controller.title = description.values["title"]
    for child in description.children { configure(child, of: controller) }
    for case .segue("relationship", _, let relationship, let destination) in description.connections
    {
      guard let child = storyboard.controller(withObject: destination) else { continue }
      switch controller {
      case let navigation as UINavigationController where relationship == "rootViewController":
        navigation.viewControllers = [child]
      case let tabs as UITabBarController:
        tabs.viewControllers = (tabs.viewControllers ?? []) + [child]
      case let split as UISplitViewController: split.viewControllers += [child]
      default: break
      }
    }
    controller.awakeFromNib()
    return controller
  }

  private func configure(_ item: PortedStoryboardObject, of controller: UIViewController) {
    switch item.element {
    case "navigationItem":
      controller.navigationItem.title = item.values["title"]
      controller.navigationItem.prompt = item.values["prompt"]
      objects[item.identifier] = controller.navigationItem
      controller.navigationItem.titleView = view("titleView", of: item)
      func items(_ key: String) -> [UIBarButtonItem]? {
        let items = item.children.filter { $0.values["key"] == key }.map(barButtonItem)
        return items.isEmpty ? nil : items
      }
      controller.navigationItem.leftBarButtonItems =
        items("leftBarButtonItem") ?? items("leftBarButtonItems")
      controller.navigationItem.rightBarButtonItems =
        items("rightBarButtonItem") ?? items("rightBarButtonItems")
    case "barButtonItem":
      controller.toolbarItems = (controller.toolbarItems ?? []) + [barButtonItem(item)]
    case "tabBarItem":
      controller.tabBarItem = UITabBarItem(
        title: item.values["title"], image: image(of: item),
        tag: item.values["tag"].flatMap { Int($0) } ?? 0)
    default: break
    }
  }

  /// Makes the view that an item of a bar has under a key.
  private func view(_ key: String, of item: PortedStoryboardObject) -> UIView? {
    item.children.first { $0.values["key"] == key }.map { StoryboardViews(make: self).view($0) }
  }

  private func image(of item: PortedStoryboardObject) -> UIImage? {
    item.values["image"].flatMap { UIImage(named: $0) }
  }

  func barButtonItem(_ item: PortedStoryboardObject) -> UIBarButtonItem {
    let made = UIBarButtonItem()
    made.title = item.values["title"]
    made.image = image(of: item)
    made.systemName = item.values["systemItem"]
    made.accessibilityIdentifier = item.values["accessibilityIdentifier"]
    if item.values["enabled"] == "NO" { made.isEnabled = false }
    made.customView = view("customView", of: item)
    objects[item.identifier] = made
    return made
  }

  // MARK: The view

  /// Makes the view with everything in it, and connects outlets and actions.
  func makeView(of controller: UIViewController) -> UIView? {
    guard let description = scene.controller else { return nil }
    let root = description.children.first {
      $0.values["key"] == "view" || ["tableView", "collectionView"].contains($0.element)
    }
    let view = root.map { StoryboardViews(make: self).view($0) }
    if let view { controller.view = view }
    // Views beside the controller, which outlets keep.
    let others = scene.objects.filter { $0.identifier != description.identifier }
    for other in others { _ = makeTop(other) }
    connect(description, to: controller)
    connectAll(description.children + others)
    for container in embeddings { embed(container, in: controller) }
    embeddings = []
    return view
  }

  /// Makes a new view of a prototype, and connects what is in it.
  func makeView(_ prototype: PortedStoryboardObject) -> UIView? {
    let cell = StoryboardViews(make: self).view(prototype)
    connectAll([prototype])
    return cell
  }

  /// Makes a view or a gesture recognizer that stands beside the controller.
  private func makeTop(_ description: PortedStoryboardObject) -> AnyObject? {
    if let made = recognizer(description.element) {
      register(made, description.identifier)
      return made
    }
    return StoryboardViews(make: self).view(description)
  }

  private func recognizer(_ element: String) -> UIGestureRecognizer? {
    switch element {
    case "tapGestureRecognizer": UITapGestureRecognizer()
    case "pongPressGestureRecognizer", "longPressGestureRecognizer": UILongPressGestureRecognizer()
    case "panGestureRecognizer": UIPanGestureRecognizer()
    case "pinchGestureRecognizer": UIPinchGestureRecognizer()
    case "rotationGestureRecognizer": UIRotationGestureRecognizer()
    case "swipeGestureRecognizer": UISwipeGestureRecognizer()
    case "screenEdgePanGestureRecognizer": UIScreenEdgePanGestureRecognizer()
    default: nil
    }
  }

  // MARK: A nib

  private static let fileOwner = "-1"

  /// Whether the nib was made for a class of the owner, and has its view.
  func isOwned(by owner: AnyObject) -> Bool {
    scene.objects.contains { object in
      object.identifier == Self.fileOwner
        && object.customClass == String(describing: type(of: owner))
        && object.connections.contains {
          if case .outlet("view", _) = $0 { true } else { false }
        }
    }
  }

  /// Makes the objects of a nib, and connects them with each other and with the owner.
  func makeObjects(owner: AnyObject?) -> [AnyObject] {
    weakObjects[Self.fileOwner] = WeakObject(object: owner)
    let objects = scene.objects.filter { $0.identifier != Self.fileOwner }
    let made = objects.compactMap(makeTop)
    if let owner {
      for place in scene.objects where place.identifier == Self.fileOwner {
        connect(place, to: owner)
      }
    }
    connectAll(objects)
    return made
  }

  // MARK: Embedded controllers

  /// The container views whose controllers are made when everything is connected.
  var embeddings: [(view: UIView, identifier: String?, destination: String)] = []

  private func embed(
    _ container: (view: UIView, identifier: String?, destination: String),
    in controller: UIViewController
  ) {
    guard let child = storyboard.controller(withObject: container.destination) else { return }
    let segue = UIStoryboardSegue(
      identifier: container.identifier, source: controller, destination: child
    ) {
      controller.addChild(child)
      if let view = child.view { container.view.addSubview(view) }
      child.didMove(toParent: controller)
    }
    controller.prepare(for: segue, sender: container.view)
    segue.perform()
  }

  /// Connects the objects that have been made, and everything in them.
  private func connectAll(_ descriptions: [PortedStoryboardObject]) {
    var all: [PortedStoryboardObject] = []
    func collect(_ object: PortedStoryboardObject) {
      all.append(object)
      object.children.forEach(collect)
    }
    descriptions.forEach(collect)
    for description in all {
      if let made = object(description.identifier) { connect(description, to: made) }
    }
    for description in all { (object(description.identifier) as? UIResponder)?.awakeFromNib() }
  }

  func register(_ object: AnyObject, _ identifier: String) { objects[identifier] = object }

  private struct WeakObject { weak var object: AnyObject? }
  /// The controller, which keeps this scene.
  private var weakObjects: [String: WeakObject] = [:]

  func object(_ identifier: String) -> AnyObject? {
    objects[identifier] ?? weakObjects[identifier]?.object
  }

  /// The app's class of an object. As on a device, a class that does not exist is replaced by UIKit's.
  func customClass<T>(of description: PortedStoryboardObject, as type: T.Type) -> T.Type? {
    guard let name = description.customClass else { return nil }
    // A class of a module that does not exist on Linux has a placeholder in the app's module.
    let modules = [description.customModule, module].compactMap(\.self)
    return modules.lazy.compactMap { PortedClasses.named(name, in: $0) as? T.Type }.first
  }

  // MARK: Connections

  private func connect(_ description: PortedStoryboardObject, to source: AnyObject) {
    var collections: [(property: String, objects: [AnyObject])] = []
    for connection in description.connections {
      switch connection {
      case .outlet(let property, let destination):
        if let value = object(destination) { setOutlet(property, of: source, to: value) }
      case .collection(let property, let destination):
        guard let value = object(destination) else { continue }
        if let index = collections.firstIndex(where: { $0.property == property }) {
          collections[index].objects.append(value)
        } else {
          collections.append((property, [value]))
        }
      case .action(let selector, let destination, let event):
        // The first responder has no object: the action goes along the responder chain.
        let target = object(destination)
        if let control = source as? UIControl {
          control.addTarget(
            target, action: Selector(selector),
            for: event.flatMap { UIControl.Event(name: $0) } ?? .touchUpInside)
        } else if let item = source as? UIBarButtonItem {
          item.target = target
          item.action = Selector(selector)
        } else if let recognizer = source as? UIGestureRecognizer, let target {
          recognizer.addTarget(target, action: Selector(selector))
        }
      case .segue(let kind, let identifier, _, let destination):
        connectSegue(kind, identifier, destination, of: source)
      }
    }
    for (property, objects) in collections {
      if property == "gestureRecognizers", let view = source as? UIView {
        for case let recognizer as UIGestureRecognizer in objects {
          view.addGestureRecognizer(recognizer)
        }
      } else {
        setter(property).send(to: source, objects)
      }
    }
  }

  private func setOutlet(_ property: String, of source: AnyObject, to value: AnyObject) {
    switch (source, property) {
    case (let controller as UIViewController, "view"):
      if let view = value as? UIView, controller.viewIfLoaded !== view { controller.view = view }
    case (let field as UITextField, "delegate"):
      field.delegate = value as? any UITextFieldDelegate
    case (let text as UITextView, "delegate"): text.delegate = value as? any UITextViewDelegate
    case (let table as UITableView, "delegate"):
      table.delegate = value as? any UITableViewDelegate
    case (let table as UITableView, "dataSource"):
      table.dataSource = value as? any UITableViewDataSource
    case (let collection as UICollectionView, "delegate"):
      collection.delegate = value as? any UICollectionViewDelegate
    case (let collection as UICollectionView, "dataSource"):
      collection.dataSource = value as? any UICollectionViewDataSource
    case (let scroll as UIScrollView, "delegate"):
      scroll.delegate = value as? any UIScrollViewDelegate
    case (let picker as UIPickerView, "delegate"):
      picker.delegate = value as? any UIPickerViewDelegate
    case (let picker as UIPickerView, "dataSource"):
      picker.dataSource = value as? any UIPickerViewDataSource
    case (let bar as UISearchBar, "delegate"): bar.delegate = value as? any UISearchBarDelegate
    case (let recognizer as UIGestureRecognizer, "delegate"):
      recognizer.delegate = value as? any UIGestureRecognizerDelegate
    case (let navigation as UINavigationController, "delegate"):
      navigation.delegate = value as? any UINavigationControllerDelegate
    case (let tabs as UITabBarController, "delegate"):
      tabs.delegate = value as? any UITabBarControllerDelegate
    case (let cell as UITableViewCell, "accessoryView"): cell.accessoryView = value as? UIView
    case (let cell as UITableViewCell, "backgroundView"): cell.backgroundView = value as? UIView
    case (let cell as UITableViewCell, "selectedBackgroundView"):
      cell.selectedBackgroundView = value as? UIView
    default: setter(property).send(to: source, value)
    }
  }

  private func setter(_ property: String) -> Selector {
    Selector("set\(property.prefix(1).uppercased())\(property.dropFirst()):")
  }
}
