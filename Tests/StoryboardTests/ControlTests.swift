import Testing
import UIKit

/// Controls without a screen.
@MainActor @Suite struct ControlTests {
  private final class Target: NSObject {
    var calls: [String] = []
  }

  private let target = Target()

  private func selector(_ name: String) -> Selector {
    Selector(name, calling: { (o: Target, _) in o.calls.append(name) })
  }

  @Test func `actions are called in the order in which they were added`() {
    let button = UIButton(type: .system)
    button.addTarget(target, action: selector("first"), for: .touchUpInside)
    button.addAction(
      UIAction { [target] action in
        target.calls.append("action of \(type(of: action.sender!))")
      }, for: .touchUpInside)
    button.addTarget(target, action: selector("second"), for: [.touchUpInside, .touchDown])
    button.sendActions(for: .touchUpInside)
    #expect(target.calls == ["first", "action of UIButton", "second"])
    button.sendActions(for: .touchDown)
    #expect(target.calls.last == "second" && target.calls.count == 4)
  }

  @Test func `an action is called once although it was added twice`() {
    let button = UIButton(type: .system)
    for _ in 1...2 { button.addTarget(target, action: selector("tap"), for: .touchUpInside) }
    button.sendActions(for: .touchUpInside)
    #expect(target.calls == ["tap"])
    #expect(button.actions(forTarget: target, forControlEvent: .touchUpInside) == ["tap"])
  }

  @Test func `a removed action is not called, and a removed event does not call it`() {
    let control = UIControl(frame: .zero)
    control.addTarget(target, action: selector("both"), for: [.touchDown, .valueChanged])
    control.addTarget(target, action: selector("gone"), for: .touchDown)
    control.removeTarget(target, action: selector("gone"), for: .allEvents)
    control.removeTarget(nil, action: nil, for: .touchDown)
    control.sendActions(for: .allEvents)
    #expect(target.calls == ["both"])
    #expect(control.allControlEvents == .valueChanged)
  }

  @Test func `a target is not retained`() {
    let control = UIControl(frame: .zero)
    weak var released: Target?
    do {
      let target = Target()
      released = target
      control.addTarget(target, action: selector("tap"), for: .touchDown)
    }
    #expect(released == nil)
    control.sendActions(for: .touchDown)
  }

  @Test func `a value outside of the range of a slider becomes its nearest end`() {
    let slider = UISlider()
    slider.value = 3
    #expect(slider.value == 1)
    slider.maximumValue = 10
    slider.minimumValue = 5
    #expect(slider.value == 5)
  }

  @Test func `a view that moves to another one leaves the first`() {
    let (first, second, child) = (UIView(), UIView(), UIView())
    first.addSubview(child)
    second.insertSubview(child, at: 0)
    #expect(first.subviews.isEmpty && second.subviews == [child] && child.superview === second)
    child.tag = 4
    #expect(second.viewWithTag(4) === child && child.next === second)
  }

  @Test func `a navigation controller has the controllers that were pushed`() {
    let (root, next) = (UIViewController(), UIViewController())
    let navigation = UINavigationController(rootViewController: root)
    navigation.pushViewController(next, animated: true)
    #expect(navigation.viewControllers == [root, next] && next.navigationController === navigation)
    #expect(navigation.popViewController(animated: true) === next)
    #expect(navigation.popViewController(animated: true) == nil)
    #expect(next.parent == nil && navigation.topViewController === root)
  }
}
