internal import YobanSimulatedApple

/// The segues of a scene.
extension StoryboardScene {
  func connectSegue(
    _ kind: String, _ identifier: String?, _ destination: String, of source: AnyObject
  ) {
    guard kind != "relationship", let controller = scene.controller,
      let from = object(controller.identifier) as? UIViewController
    else { return }
    if kind == "embed" {
      if let view = source as? UIView { embeddings.append((view, identifier, destination)) }
      return
    }
    let action = UIAction { [weak self, weak from] action in
      guard let self, let from else { return }
      guard from.shouldPerformSegue(withIdentifier: identifier ?? "", sender: action.sender) else {
        return
      }
      self.perform(kind, identifier, destination, from: from, action.sender)
    }
    if let control = source as? UIControl {
      control.addAction(action, for: .touchUpInside)
    } else if let item = source as? UIBarButtonItem {
      item.primaryAction = action
    } else if let cell = source as? UITableViewCell {
      cell.selectionAction = action
    } else if let cell = source as? UICollectionViewCell {
      cell.selectionAction = action
    } else if let recognizer = source as? UIGestureRecognizer {
      recognizer.segueAction = action
    }
  }

  /// Performs the segue with an identifier.
  static func perform(_ identifier: String, from controller: UIViewController, _ sender: Any?) {
    let scene = controller.storyboardScene
    func segues(_ object: PortedStoryboardObject) -> [PortedStoryboardConnection] {
      object.connections + object.children.flatMap(segues)
    }
    for case .segue(let kind, let name?, _, let destination)
      in scene?.scene.controller.map(segues) ?? [] where name == identifier
    {
      scene?.perform(kind, identifier, destination, from: controller, sender)
      return
    }
    AppProcess.raise(
      "NSInvalidArgumentException: Receiver (\(type(of: controller))) has no segue with identifier '\(identifier)'"
    )
  }

  private func perform(
    _ kind: String, _ identifier: String?, _ destination: String, from source: UIViewController,
    _ sender: Any?
  ) {
    if kind == "unwind" { return unwind(identifier, destination, from: source, sender) }
    guard let target = storyboard.controller(withObject: destination) else { return }
    let segue = UIStoryboardSegue(identifier: identifier, source: source, destination: target) {
      switch kind {
      case "presentation", "modal": source.present(target, animated: true)
      default: source.show(target, sender: sender)
      }
    }
    source.prepare(for: segue, sender: sender)
    segue.perform()
  }

  /// Goes back to the nearest controller that has the method of an unwind segue.
  private func unwind(
    _ identifier: String?, _ selector: String, from source: UIViewController, _ sender: Any?
  ) {
    let action = Selector(selector)
    var current: UIViewController? = source
    while let from = current {
      let stack = from.navigationController?.viewControllers ?? []
      let below = stack.prefix { $0 !== from }.reversed()
      let earlier =
        from.presentingViewController ?? from.navigationController?.presentingViewController
      let top = (earlier as? UINavigationController)?.topViewController ?? earlier
      if let target = (below + [top].compactMap(\.self)).first(where: {
        action.isImplemented(by: $0)
      }) {
        let segue = UIStoryboardSegue(identifier: identifier, source: source, destination: target)
        source.prepare(for: segue, sender: sender)
        action.send(to: target, segue)
        if let navigation = target.navigationController, navigation === from.navigationController {
          navigation.popToViewController(target, animated: true)
        } else {
          earlier?.dismiss(animated: true)
        }
        return
      }
      current = top
    }
  }
}
