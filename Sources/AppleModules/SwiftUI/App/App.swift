internal import WatchKit
internal import YobanSimulatedApple

/// The structure and behavior of an app.
@MainActor @preconcurrency public protocol App: _ApplicationEntryPoint {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  /// The entry point of an app that is marked `@main`.
  @MainActor @preconcurrency public static func main() {
    let makeGraph = { ViewGraph(Self.init(), environment: EnvironmentValues()) }
    if AppProcess.isOnWatch {
      WKApplicationMain(delegate: { SwiftUIWatchDelegate(makeGraph) })
    } else {
      UIApplicationMain(delegate: { SwiftUIAppDelegate(makeGraph) })
    }
  }
}

/// A part of an app's user interface that the system connects and disconnects.
@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
  /// A scene of the system has no body.
  public var body: Never {
    preconditionFailure("\(Self.self) has no body: it is a scene of SwiftUI")
  }
}

/// Makes scenes of the statements in a closure.
@resultBuilder public struct SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: Scene>(
    _ content: repeat each Content
  ) -> some Scene {
    var scenes: [any Scene] = []
    for scene in repeat each content { scenes.append(scene) }
    return SceneList(scenes: scenes)
  }
}

private nonisolated struct SceneList: Scene, PrimitiveNode {
  typealias Body = Never
  let scenes: [any Scene]

  @MainActor func update(_ node: Node) {
    node.setChildren(scenes.enumerated().map { ($0.offset, $0.element, node.environment) })
  }
}

/// The main scene of an app. An iPhone or a watch shows the first one of an app.
public nonisolated struct WindowGroup<Content: View>: Scene, PrimitiveNode {
  public typealias Body = Never
  let content: Content

  public init(@ViewBuilder content: () -> Content) { self.content = content() }
  public init(id: String, @ViewBuilder content: () -> Content) { self.content = content() }
  @_disfavoredOverload public init(_ title: Text, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
  @_disfavoredOverload public init(
    _ title: Text, id: String, @ViewBuilder content: () -> Content
  ) {
    self.content = content()
  }
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
  public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {
    self.content = content()
  }
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, @ViewBuilder content: () -> Content
  ) { self.content = content() }
  @_disfavoredOverload public init<S: StringProtocol>(
    _ title: S, id: String, @ViewBuilder content: () -> Content
  ) { self.content = content() }

  @MainActor func update(_ node: Node) {
    let connection = node.environment.sceneConnection
    let isMain = connection?.isShown(by: node) ?? false
    node.setChildren(isMain ? [(0, content, node.environment)] : [])
  }
}

/// The connection of the app's only scene.
@MainActor final class SceneConnection {
  var isConnected = false
  private weak var main: Node?

  nonisolated init() {}

  /// Whether the window group is connected: it is the first one of the app.
  func isShown(by node: Node) -> Bool {
    if main == nil { main = node }
    return isConnected && main === node
  }
}

private struct SceneConnectionKey: EnvironmentKey {
  static var defaultValue: SceneConnection? { nil }
}

extension EnvironmentValues {
  var sceneConnection: SceneConnection? {
    get { self[SceneConnectionKey.self] }
    set { self[SceneConnectionKey.self] = newValue }
  }
}
