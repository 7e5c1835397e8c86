internal import YobanSimulatedApple

/// The surroundings of a representable view.
@MainActor @preconcurrency
public struct UIViewRepresentableContext<
  Representable: UIViewRepresentable
> {
  public let coordinator: Representable.Coordinator
  public private(set) var transaction = Transaction()
  public let environment: EnvironmentValues
}

/// A view of UIKit in a tree of views. Its view is made when it gets its place, updated when a value that it has read
/// has changed, and dismantled when it is removed. A test sees the elements of the view.
@MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
  associatedtype UIViewType: UIView
  associatedtype Coordinator = Void
  typealias Context = UIViewRepresentableContext<Self>

  @MainActor @preconcurrency func makeUIView(context: Self.Context) -> Self.UIViewType
  @MainActor @preconcurrency func updateUIView(_ uiView: Self.UIViewType, context: Self.Context)
  @MainActor @preconcurrency static func dismantleUIView(
    _ uiView: Self.UIViewType, coordinator: Self.Coordinator)
  @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

extension UIViewRepresentable where Coordinator == Void {
  public func makeCoordinator() {}
}

extension UIViewRepresentable {
  public static func dismantleUIView(_ uiView: UIViewType, coordinator: Coordinator) {}
}

/// The surroundings of a representable controller.
@MainActor @preconcurrency
public struct UIViewControllerRepresentableContext<
  Representable: UIViewControllerRepresentable
> {
  public let coordinator: Representable.Coordinator
  public private(set) var transaction = Transaction()
  public let environment: EnvironmentValues
}

/// A controller of UIKit in a tree of views, as `UIViewRepresentable`. It appears when it gets its place.
@MainActor @preconcurrency
public protocol UIViewControllerRepresentable: View where Body == Never {
  associatedtype UIViewControllerType: UIViewController
  associatedtype Coordinator = Void
  typealias Context = UIViewControllerRepresentableContext<Self>

  @MainActor @preconcurrency
  func makeUIViewController(context: Self.Context) -> Self.UIViewControllerType
  @MainActor @preconcurrency func updateUIViewController(
    _ uiViewController: Self.UIViewControllerType, context: Self.Context)
  @MainActor @preconcurrency static func dismantleUIViewController(
    _ uiViewController: Self.UIViewControllerType, coordinator: Self.Coordinator)
  @MainActor @preconcurrency func makeCoordinator() -> Self.Coordinator
}

extension UIViewControllerRepresentable where Coordinator == Void {
  public func makeCoordinator() {}
}

extension UIViewControllerRepresentable {
  public static func dismantleUIViewController(
    _ uiViewController: UIViewControllerType, coordinator: Coordinator
  ) {}
}

/// The view or the controller of a representable, which lives as long as its node.
final class RepresentedView: NodeResource, @unchecked SimulationConfined {
  let view: UIView
  let coordinator: Any
  private let dismantle: @MainActor () -> Void

  init(_ view: UIView, coordinator: Any, dismantle: @escaping @MainActor () -> Void) {
    self.view = view
    self.coordinator = coordinator
    self.dismantle = dismantle
  }

  func end() {
    MainActor.assumeIsolated {
      view.removeFromSuperview()
      dismantle()
    }
  }
}

extension Node {
  /// The slot of the represented view, which no property of a value has.
  private static let representedSlot = -1

  var represented: RepresentedView? { slots[Self.representedSlot] as? RepresentedView }

  @MainActor func evaluateRepresentable<R: UIViewRepresentable>(_ value: R) {
    var value = value
    PropertyConnector.connect(&value, to: self)
    let representable = value
    let coordinator =
      represented?.coordinator as? R.Coordinator ?? representable.makeCoordinator()
    let context = R.Context(coordinator: coordinator, environment: environment)
    let made = slot(Self.representedSlot) {
      let view = representable.makeUIView(context: context)
      graph.host?.addSubview(view)
      return RepresentedView(view, coordinator: coordinator) {
        R.dismantleUIView(view, coordinator: coordinator)
      }
    }
    guard let view = made.view as? R.UIViewType else { return }
    tracked { representable.updateUIView(view, context: context) }
  }

  @MainActor func evaluateRepresentable<R: UIViewControllerRepresentable>(_ value: R) {
    var value = value
    PropertyConnector.connect(&value, to: self)
    let representable = value
    let coordinator =
      represented?.coordinator as? R.Coordinator ?? representable.makeCoordinator()
    let context = R.Context(coordinator: coordinator, environment: environment)
    let made = slot(Self.representedSlot) {
      let controller = representable.makeUIViewController(context: context)
      let host = graph.host ?? UIView()
      controller.appear(in: host, animated: false)
      return RepresentedView(controller.view, coordinator: coordinator) {
        controller.disappear(animated: false)
        R.dismantleUIViewController(controller, coordinator: coordinator)
      }
    }
    guard let controller = made.view.viewController as? R.UIViewControllerType else { return }
    tracked { representable.updateUIViewController(controller, context: context) }
  }
}
