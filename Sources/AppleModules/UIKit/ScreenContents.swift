internal import YobanVirtualTime

/// The elements on the screen of the calling app, for a test that reads and touches it.
@MainActor package enum ScreenContents {
  /// Performs an action on the first enabled element with a name.
  ///
  /// - Parameters:
  ///   - kind: the kind of control for messages, such as `a text field`.
  ///   - action: returns what the element can do, or nil if it is of another kind.
  /// - Returns: nil, or a description of the problem that lists what is on the screen.
  package static func act(
    on name: String, _ kind: String, _ action: (ScreenElement) -> (() -> Void)?
  ) -> String? {
    let all = elements
    let named = all.filter { $0.names.contains(name) }
    let able = named.filter { action($0) != nil }
    if let element = able.first(where: \.isEnabled), let body = action(element) {
      body()
      for provider in providers { provider.screenWasTouched() }
      return nil
    }
    let screen =
      "There is: \(list(all.filter(\.isControl), orElse: "nothing that can be touched"))."
    if !able.isEmpty { return "\"\(name)\" is disabled. \(screen)" }
    if let other = named.first {
      return "\"\(name)\" is \(article(other.kind)), and not \(kind). \(screen)"
    }
    return "\(nothing(name)) \(screen)"
  }

  private static func nothing(_ name: String) -> String {
    "There is nothing with the title or the accessibility identifier \"\(name)\" on the screen."
  }

  /// Touches the first enabled element with a title, an accessibility identifier or a label.
  package static func touch(_ name: String) -> String? {
    act(on: name, "something that can be touched") { $0.touch }
  }

  /// Replaces the text of the first text field with a name, as the user does who types.
  package static func enter(_ text: String, into name: String) -> String? {
    act(on: name, "a text field") { element in element.enter.map { enter in { enter(text) } } }
  }

  /// Selects a choice of a picker.
  package static func choose(_ choice: String, in name: String) -> String? {
    var problem: String?
    let other = act(on: name, "a picker") { element in
      element.choose.map { choose in
        {
          if let index = element.choices.firstIndex(of: choice) {
            choose(index)
          } else {
            let choices = element.choices.map { "\"\($0)\"" }.joined(separator: ", ")
            problem =
              "\"\(choice)\" is not a choice of \"\(name)\". There is: \(choices.isEmpty ? "none" : choices)."
          }
        }
      }
    }
    return other ?? problem
  }

  /// Pulls the first list down that can be refreshed.
  package static func pullToRefresh() -> String? {
    guard let refresh = elements.lazy.compactMap(\.refresh).first else {
      return
        "No list on the screen can be refreshed: it needs refreshable in SwiftUI, a refreshControl in UIKit."
    }
    Task { @MainActor in await refresh() }
    for provider in providers { provider.screenWasTouched() }
    return nil
  }

  /// Shows the elements of a provider instead of those of UIKit's windows, which a watch does not have.
  package static func show(_ provider: any ScreenElementProvider) {
    ScreenWithoutWindows.ofCaller?.provider = provider
  }

  /// The elements that tests read, in order. An app without UIKit and SwiftUI has none.
  package static var elements: [ScreenElement] {
    if let provider = ScreenWithoutWindows.ofCaller?.provider { return provider.screenElements }
    guard ApplicationReceiver.current != nil,
      let window = UIApplication.shared.key ?? UIApplication.shared.allWindows.last
    else {
      return []
    }
    guard let top = topController(of: window) else { return elements(of: window) }
    if let alert = top as? UIAlertController { return alert.screenElements }
    return bars(of: top) + (top.viewIfLoaded.map(elements) ?? [])
  }

  /// The first element with a name, or a description of the problem.
  package static func find(_ name: String) -> Result<ScreenElement, ScreenProblem> {
    let all = elements
    let found = all.filter { $0.names.contains(name) }
    if let element = found.first(where: \.isControl) ?? found.first { return .success(element) }
    return .failure(
      ScreenProblem(
        description: "\(nothing(name)) There is: \(list(all, orElse: "nothing"))."))
  }

  private static func list(_ elements: [ScreenElement], orElse nothing: String) -> String {
    elements.isEmpty ? nothing : elements.map(\.words).joined(separator: ", ")
  }

  private static func article(_ kind: String) -> String {
    "\("aeiou".contains(kind.prefix(1)) ? "an" : "a") \(kind)"
  }

  private static func topController(of window: UIWindow) -> UIViewController? {
    guard var top = window.rootViewController else { return nil }
    while let presented = top.presentedViewController { top = presented }
    return top
  }

  private static var providers: [any ScreenElementProvider] {
    func providers(in view: UIView) -> [any ScreenElementProvider] {
      (view as? any ScreenElementProvider).map { [$0] } ?? view.subviews.flatMap(providers)
    }
    if let provider = ScreenWithoutWindows.ofCaller?.provider { return [provider] }
    return UIApplication.shared.allWindows.flatMap(providers)
  }

  private static func bars(of controller: UIViewController) -> [ScreenElement] {
    var result: [ScreenElement] = []
    if let navigation = controller as? UINavigationController, !navigation.isNavigationBarHidden,
      let top = navigation.topViewController
    {
      result += navigationBar(navigation, top)
    }
    if let tabs = controller as? UITabBarController {
      for (index, child) in (tabs.viewControllers ?? []).enumerated() {
        let item = child.tabBarItem
        let titles = [item?.title ?? child.title].compactMap(\.self).filter { !$0.isEmpty }
        let names = ScreenElement.names(titles, picture: item?.image)
        var element = ScreenElement("tab", names: names, texts: titles)
        element.touch = { tabs.touch(index) }
        result.append(element)
      }
    }
    return result + controller.visibleChildren.flatMap(bars)
  }

  private static func navigationBar(
    _ navigation: UINavigationController, _ top: UIViewController
  ) -> [ScreenElement] {
    var result: [ScreenElement] = []
    if navigation.viewControllers.count > 1, !top.navigationItem.hidesBackButton {
      let below = navigation.viewControllers[navigation.viewControllers.count - 2]
      let title = below.navigationItem.title ?? below.title ?? ""
      var element = ScreenElement(
        "back button", names: title.isEmpty ? ["Back"] : [title, "Back"],
        texts: [title.isEmpty ? "Back" : title])
      element.touch = { navigation.popViewController(animated: true) }
      result.append(element)
    }
    let items =
      (top.navigationItem.leftBarButtonItems ?? [])
      + (top.navigationItem.rightBarButtonItems ?? [])
      + (navigation.isToolbarHidden ? [] : top.toolbarItems ?? [])
    for item in items where !item.isHidden {
      if let view = item.customView {
        result += elements(of: view)
        continue
      }
      var element = ScreenElement(
        "bar button",
        names: ScreenElement.names(
          [item.title, item.accessibilityIdentifier, item.accessibilityLabel, item.systemName],
          picture: item.image),
        texts: [item.title ?? item.systemName].compactMap(\.self))
      element.isEnabled = item.isEnabled
      element.touch = { item.touch(from: top) }
      element.offer(item.menu, from: item)
      result.append(element)
    }
    if let view = top.navigationItem.titleView { result += elements(of: view) }
    if let search = top.navigationItem.searchController { result += elements(of: search.searchBar) }
    if let title = top.navigationItem.title ?? top.title, !title.isEmpty {
      result.append(ScreenElement("title", names: [title], texts: [title]))
    }
    return result
  }

  /// The elements of a view and of those in it.
  package static func elements(of view: UIView) -> [ScreenElement] {
    guard !view.isHidden, view.alpha > 0.01 else { return [] }
    if let provider = view as? any ScreenElementProvider {
      return provider.screenElements
    }
    var own = view.screenElement
    // A view without interaction shows its texts but cannot be touched, and neither can its subviews.
    var inner = view.screenSubviews.flatMap(elements)
    if !view.isUserInteractionEnabled {
      own = own.filter { !$0.isControl }
      inner = inner.filter { !$0.isControl }
    }
    return own + inner
  }
}

/// The screen of a process that has no windows.
@MainActor private final class ScreenWithoutWindows {
  weak var provider: (any ScreenElementProvider)?

  nonisolated init() {}

  static var ofCaller: ScreenWithoutWindows? {
    Simulation.current?.currentProcess.resident(ScreenWithoutWindows.self) { .init() }
  }
}

/// The reason why an element was not found.
package struct ScreenProblem: Error {
  package let description: String

  package init(description: String) { self.description = description }
}
