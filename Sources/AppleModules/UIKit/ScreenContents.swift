/// The elements on the screen of the calling app, for a test that touches it.
@MainActor package enum ScreenContents {
  /// A thing that can be touched.
  private struct Element {
    var kind: String
    var names: [String]
    var isEnabled: Bool
    var touch: () -> Void
    var enter: ((String) -> Void)?
  }

  /// Touches the first enabled element with a title, an accessibility identifier or a label.
  ///
  /// - Returns: nil, or a description of the problem that lists what is on the screen.
  package static func touch(_ name: String) -> String? {
    withElement(name) { $0.touch() }
  }

  /// Replaces the text of the first text field with a name, as the user does who types.
  package static func enter(_ text: String, into name: String) -> String? {
    withElement(name) { element in element.enter?(text) }
  }

  private static func withElement(_ name: String, _ body: (Element) -> Void) -> String? {
    let all = elements
    let found = all.filter { $0.names.contains(name) }
    guard let element = found.first(where: \.isEnabled) else {
      let list = all.map { element in
        let names = element.names.map { "\"\($0)\"" }.joined(separator: " or ")
        return
          "\(element.kind) \(names.isEmpty ? "without a name" : names)\(element.isEnabled ? "" : " (disabled)")"
      }
      let screen = list.isEmpty ? "nothing that can be touched" : list.joined(separator: ", ")
      return found.isEmpty
        ? "There is nothing with the title or the accessibility identifier \"\(name)\" on the screen. There is: \(screen)."
        : "\"\(name)\" is disabled. There is: \(screen)."
    }
    body(element)
    return nil
  }

  private static var elements: [Element] {
    guard let window = UIApplication.shared.keyWindow ?? UIApplication.shared.windows.last else {
      return []
    }
    guard var top = window.rootViewController else { return elements(of: window) }
    while let presented = top.presentedViewController { top = presented }
    return bars(of: top) + (top.viewIfLoaded.map(elements) ?? [])
  }

  private static func bars(of controller: UIViewController) -> [Element] {
    var result: [Element] = []
    if let navigation = controller as? UINavigationController, !navigation.isNavigationBarHidden,
      let top = navigation.topViewController
    {
      if navigation.viewControllers.count > 1, !top.navigationItem.hidesBackButton {
        let below = navigation.viewControllers[navigation.viewControllers.count - 2]
        let title = below.navigationItem.title ?? below.title ?? ""
        result.append(
          Element(
            kind: "back button", names: title.isEmpty ? ["Back"] : [title, "Back"], isEnabled: true
          ) {
            navigation.popViewController(animated: true)
          })
      }
      let items =
        (top.navigationItem.leftBarButtonItems ?? [])
        + (top.navigationItem.rightBarButtonItems ?? [])
      for item in items {
        result.append(
          Element(
            kind: "bar button",
            names: [item.title, item.accessibilityIdentifier, item.systemName].compactMap(\.self),
            isEnabled: item.isEnabled
          ) { item.touch(from: top) })
      }
    }
    if let tabs = controller as? UITabBarController {
      for (index, child) in (tabs.viewControllers ?? []).enumerated() {
        result.append(
          Element(
            kind: "tab", names: [child.tabBarItem.title ?? child.title].compactMap(\.self),
            isEnabled: true
          ) { tabs.selectedIndex = index })
      }
    }
    return result + controller.visibleChildren.flatMap(bars)
  }

  private static func elements(of view: UIView) -> [Element] {
    guard !view.isHidden, view.alpha > 0.01 else { return [] }
    let own = view.isUserInteractionEnabled ? element(view) : []
    let inner = view.isUserInteractionEnabled ? view.subviews.flatMap(elements) : []
    return own + inner
  }

  private static func element(_ view: UIView) -> [Element] {
    let names = [view.accessibilityIdentifier, view.accessibilityLabel].compactMap(\.self)
    switch view {
    case let control as UISegmentedControl:
      return (0..<control.numberOfSegments).map { index in
        let title = control.titleForSegment(at: index)
        return Element(
          kind: "segment", names: [title].compactMap(\.self), isEnabled: control.isEnabled
        ) { control.touch(segment: index) }
      }
    case let field as UITextField:
      let names = names + [field.placeholder, field.text].compactMap(\.self).filter { !$0.isEmpty }
      return [
        Element(
          kind: "text field", names: names, isEnabled: field.isEnabled, touch: { field.touch() },
          enter: { field.enter($0) })
      ]
    case let control as UIControl:
      let button = control as? UIButton
      let titles = [button?.currentTitle ?? button?.configuration?.title].compactMap(\.self)
      let kind = button != nil ? "button" : control is UISwitch ? "switch" : "control"
      return [
        Element(kind: kind, names: titles + names, isEnabled: control.isEnabled) { control.touch() }
      ]
    case let cell as UITableViewCell:
      func texts(_ view: UIView) -> [String] {
        [(view as? UILabel)?.text].compactMap(\.self) + view.subviews.flatMap(texts)
      }
      guard let table = cell.superview as? UITableView else { return [] }
      return [
        Element(kind: "row", names: texts(cell) + names, isEnabled: true) { table.touch(cell) }
      ]
    default: return []
    }
  }
}
