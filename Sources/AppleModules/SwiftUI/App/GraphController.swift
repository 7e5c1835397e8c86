/// The controller of a window or a part of it that shows a tree of views.
class GraphController: UIViewController {
  let graph: ViewGraph

  init(_ graph: ViewGraph) {
    self.graph = graph
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder: NSCoder) { return nil }

  override func loadView() { view = GraphView(graph) }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    graph.setOnScreen(true)
    graph.update()
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    graph.setOnScreen(false)
    graph.update()
  }
}

/// The view of a tree of views, of which tests read and touch the elements.
final class GraphView: UIView, ScreenElementProvider {
  private let graph: ViewGraph

  init(_ graph: ViewGraph) {
    self.graph = graph
    super.init(frame: UIScreen.main.bounds)
    graph.host = self
  }

  required init?(coder: NSCoder) { return nil }

  var screenElements: [ScreenElement] {
    graph.update()
    var screen = Screen()
    graph.root.show(on: &screen)
    return screen.visible
  }

  func screenWasTouched() { graph.update() }
}

/// A controller of UIKit that shows a view.
@MainActor @preconcurrency open class UIHostingController<Content: View>: UIViewController {
  private let graph: ViewGraph

  public var rootView: Content {
    didSet {
      graph.root.update(rootView, graph.root.environment)
      graph.root.invalidate()
    }
  }

  /// The view of a controller in a storyboard, for an action of a segue that makes the controller.
  public convenience init?(coder aDecoder: NSCoder, rootView: Content) {
    self.init(rootView: rootView)
  }

  public init(rootView: Content) {
    self.rootView = rootView
    graph = ViewGraph(rootView, environment: EnvironmentValues())
    super.init(nibName: nil, bundle: nil)
  }

  /// Returns nil: a controller of a storyboard has no view of SwiftUI.
  public required init?(coder: NSCoder) { return nil }

  open override func loadView() { view = GraphView(graph) }

  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    graph.setOnScreen(true)
    graph.update()
  }

  open override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    graph.setOnScreen(false)
    graph.update()
  }
}
