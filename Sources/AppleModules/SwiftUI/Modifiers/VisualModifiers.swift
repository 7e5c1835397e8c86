// Modifiers of the appearance. Nothing is drawn, so that they return the view itself, or one that shows
// the same elements.

extension Text {
  public func font(_ font: Font?) -> Text { self }
  public func fontWeight(_ weight: Font.Weight?) -> Text { self }
  public func bold() -> Text { self }
  public func bold(_ isActive: Bool) -> Text { self }
  public func italic() -> Text { self }
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
  public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { self }
  public func monospaced(_ isActive: Bool = true) -> Text { self }
  public func monospacedDigit() -> Text { self }
  public func foregroundColor(_ color: Color?) -> Text { self }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { self }
  public func tracking(_ tracking: CGFloat) -> Text { self }
  public func kerning(_ kerning: CGFloat) -> Text { self }
  public func baselineOffset(_ baselineOffset: CGFloat) -> Text { self }
}

nonisolated extension View {
  public func font(_ font: Font?) -> some View { self }
  public func fontWeight(_ weight: Font.Weight?) -> some View { self }
  public func bold(_ isActive: Bool = true) -> some View { self }
  public func italic(_ isActive: Bool = true) -> some View { self }
  public func monospaced(_ isActive: Bool = true) -> some View { self }
  public func monospacedDigit() -> some View { self }
  public func lineLimit(_ number: Int?) -> some View { self }
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
  public func foregroundColor(_ color: Color?) -> some View { self }
  public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { self }
  public func accentColor(_ accentColor: Color?) -> some View { self }
  @_disfavoredOverload public func tint(_ tint: Color?) -> some View { self }
  public func tint<S: ShapeStyle>(_ tint: S?) -> some View { self }
  public func background<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { self }
  public func opacity(_ opacity: Double) -> some View {
    modifier(OpacityModifier(opacity: opacity))
  }

  public func padding(_ insets: EdgeInsets) -> some View { self }
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public func padding(_ length: CGFloat) -> some View { self }
  public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View { self }
  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View { self }
  public func fixedSize() -> some View { self }
  public func fixedSize(horizontal: Bool, vertical: Bool) -> some View { self }
  public func tracking(_ tracking: CGFloat) -> some View { self }
  public func kerning(_ kerning: CGFloat) -> some View { self }
  public func lineSpacing(_ lineSpacing: CGFloat) -> some View { self }
  public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { self }
  public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
  public func truncationMode(_ mode: Text.TruncationMode) -> some View { self }
  public func fontDesign(_ design: Font.Design?) -> some View { self }
  public func underline(_ isActive: Bool = true, color: Color? = nil) -> some View { self }
  public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2)
    -> some View
  { self }
  @_disfavoredOverload public func background<Background: View>(
    _ background: Background, alignment: Alignment = .center
  )
    -> some View
  {
    ZStack {
      background; self
    }
  }
  public func background<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V)
    -> some View
  {
    let behind = content()
    return ZStack {
      behind; self
    }
  }
  public func background<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View { self }
  public func background(ignoresSafeAreaEdges edges: Edge.Set = .all) -> some View { self }
  public func overlay<S: ShapeStyle>(
    _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
  ) -> some View { self }
  public func overlay<S: ShapeStyle, T: Shape>(_ style: S, in shape: T) -> some View { self }
  @_disfavoredOverload public func overlay<Overlay: View>(
    _ overlay: Overlay, alignment: Alignment = .center
  )
    -> some View
  {
    ZStack {
      self; overlay
    }
  }
  public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V)
    -> some View
  {
    let above = content()
    return ZStack {
      self; above
    }
  }
  public func scaleEffect(_ s: CGFloat, anchor: UnitPoint = .center) -> some View { self }
  public func scaleEffect(x: CGFloat = 1, y: CGFloat = 1, anchor: UnitPoint = .center) -> some View
  { self }
  public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View { self }
  public func rotation3DEffect(
    _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat), anchor: UnitPoint = .center
  ) -> some View { self }
  public func offset(_ offset: CGSize) -> some View { self }
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
  public func position(_ position: CGPoint) -> some View { self }
  public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View { self }
  public func zIndex(_ value: Double) -> some View { self }
  public func blur(radius: CGFloat, opaque: Bool = false) -> some View { self }
  public func brightness(_ amount: Double) -> some View { self }
  public func saturation(_ amount: Double) -> some View { self }
  public func grayscale(_ amount: Double) -> some View { self }
  public func blendMode(_ blendMode: BlendMode) -> some View { self }
  public func drawingGroup() -> some View { self }
  public func clipped(antialiased: Bool = false) -> some View { self }
  public func clipShape<S: Shape>(_ shape: S) -> some View { self }
  public func mask<Mask: View>(_ mask: Mask) -> some View { self }
  public func mask<Mask: View>(alignment: Alignment = .center, @ViewBuilder _ mask: () -> Mask)
    -> some View
  { self }
  public func border<S: ShapeStyle>(_ content: S, width: CGFloat = 1) -> some View { self }
  public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    self
  }
  public func scaledToFit() -> some View { self }
  public func scaledToFill() -> some View { self }
  public func ignoresSafeArea(_ regions: SafeAreaRegions = .all, edges: Edge.Set = .all)
    -> some View
  { self }
  public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { self }
  public func transition(_ t: AnyTransition) -> some View { self }
  public func animation(_ animation: Animation?) -> some View { self }
  public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View { self }
  public func statusBarHidden(_ hidden: Bool = true) -> some View { self }
  public func redacted(reason: RedactionReasons) -> some View { self }
  public func imageScale(_ scale: Image.Scale) -> some View { self }
  public func layoutPriority(_ value: Double) -> some View { self }
  public func cornerRadius(_ radius: CGFloat, antialiased: Bool = true) -> some View { self }
  public func shadow(
    color: Color = Color(.sRGBLinear, white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0,
    y: CGFloat = 0
  ) -> some View { self }
  public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { self }

  public func listRowInsets(_ insets: EdgeInsets?) -> some View { self }
  public func listStyle<S: ListStyle>(_ style: S) -> some View { self }
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
  public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { self }
  public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View { self }
  public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { self }
  public func controlSize(_ controlSize: ControlSize) -> some View { self }
  public func textInputAutocapitalization(
    _ autocapitalization: TextInputAutocapitalization?
  ) -> some View { self }
  public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
  public func keyboardType(_ type: UIKeyboardType) -> some View { self }
  public func textContentType(_ textContentType: UITextContentType?) -> some View { self }
  public func submitLabel(_ submitLabel: SubmitLabel) -> some View { self }
  public func labelsHidden() -> some View { self }
  public func navigationBarTitleDisplayMode(
    _ displayMode: NavigationBarItem.TitleDisplayMode
  ) -> some View { self }
}

/// A view without opacity is not seen.
private nonisolated struct OpacityModifier: SystemModifier {
  let opacity: Double

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    if opacity > 0 { node.showChildren(on: &screen) }
  }
}

/// The styles of the system. All look the same to a test. There are no styles of an app's own.
public protocol ListStyle {}
public struct PlainListStyle: ListStyle { public init() {} }
public struct GroupedListStyle: ListStyle { public init() {} }
public struct InsetGroupedListStyle: ListStyle { public init() {} }
extension ListStyle where Self == PlainListStyle { public static var plain: Self { .init() } }
extension ListStyle where Self == GroupedListStyle { public static var grouped: Self { .init() } }
extension ListStyle where Self == InsetGroupedListStyle {
  public static var insetGrouped: Self { .init() }
}

@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}
public nonisolated struct PlainButtonStyle: PrimitiveButtonStyle { public init() {} }
public nonisolated struct BorderedButtonStyle: PrimitiveButtonStyle { public init() {} }
public nonisolated struct BorderedProminentButtonStyle: PrimitiveButtonStyle { public init() {} }
public nonisolated struct BorderlessButtonStyle: PrimitiveButtonStyle { public init() {} }
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
  public static var plain: Self { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
  public static var bordered: Self { .init() }
}
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: Self { .init() }
}
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: Self { .init() }
}

public protocol PickerStyle {}
public struct MenuPickerStyle: PickerStyle { public init() {} }
public struct SegmentedPickerStyle: PickerStyle { public init() {} }
public struct InlinePickerStyle: PickerStyle { public init() {} }
public struct WheelPickerStyle: PickerStyle { public init() {} }
extension PickerStyle where Self == MenuPickerStyle { public static var menu: Self { .init() } }
extension PickerStyle where Self == SegmentedPickerStyle {
  public static var segmented: Self { .init() }
}
extension PickerStyle where Self == InlinePickerStyle { public static var inline: Self { .init() } }
extension PickerStyle where Self == WheelPickerStyle { public static var wheel: Self { .init() } }

@MainActor @preconcurrency public protocol ToggleStyle {}
public nonisolated struct SwitchToggleStyle: ToggleStyle { public init() {} }
public nonisolated struct ButtonToggleStyle: ToggleStyle { public init() {} }
extension ToggleStyle where Self == SwitchToggleStyle {
  public static var `switch`: Self { .init() }
}
extension ToggleStyle where Self == ButtonToggleStyle { public static var button: Self { .init() } }

public protocol TextFieldStyle {}
public struct PlainTextFieldStyle: TextFieldStyle { public init() {} }
public struct RoundedBorderTextFieldStyle: TextFieldStyle { public init() {} }
extension TextFieldStyle where Self == PlainTextFieldStyle {
  public static var plain: Self { .init() }
}
extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
  public static var roundedBorder: Self { .init() }
}

@nonexhaustive public enum ControlSize: CaseIterable, Sendable {
  case mini, small, regular, large, extraLarge
}

public struct TextInputAutocapitalization: Sendable {
  private let name: String
  public static let never = TextInputAutocapitalization(name: "never")
  public static let words = TextInputAutocapitalization(name: "words")
  public static let sentences = TextInputAutocapitalization(name: "sentences")
  public static let characters = TextInputAutocapitalization(name: "characters")
}

public struct SubmitLabel: Sendable {
  private let name: String
  public static let done = SubmitLabel(name: "done")
  public static let go = SubmitLabel(name: "go")
  public static let send = SubmitLabel(name: "send")
  public static let join = SubmitLabel(name: "join")
  public static let search = SubmitLabel(name: "search")
  public static let `return` = SubmitLabel(name: "return")
  public static let next = SubmitLabel(name: "next")
  public static let `continue` = SubmitLabel(name: "continue")
}

public struct NavigationBarItem: Sendable {
  @nonexhaustive public enum TitleDisplayMode: Sendable { case automatic, inline, large }
}

/// A preview in Xcode. Here it is compiled and never shown.
@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Self.Previews { get }
}

extension Text {
  @nonexhaustive public enum TruncationMode: Hashable, Sendable { case head, tail, middle }
}

@nonexhaustive public enum BlendMode: Hashable, Sendable {
  case normal, multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight,
    hardLight, difference
  case exclusion, hue, saturation, color, luminosity, sourceAtop, destinationOver, destinationOut,
    plusDarker
  case plusLighter
}

@frozen public enum ContentMode: Hashable, CaseIterable, Sendable { case fit, fill }

public struct SafeAreaRegions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let container = SafeAreaRegions(rawValue: 1)
  public static let keyboard = SafeAreaRegions(rawValue: 2)
  public static let all = SafeAreaRegions(rawValue: UInt.max)
}

public struct RedactionReasons: OptionSet, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let placeholder = RedactionReasons(rawValue: 1)
  public static let privacy = RedactionReasons(rawValue: 2)
}

/// An animation with which a view comes and goes. Nothing is animated.
public struct AnyTransition: Sendable {
  private let name: String
  public static let identity = AnyTransition(name: "identity")
  public static let opacity = AnyTransition(name: "opacity")
  public static let slide = AnyTransition(name: "slide")
  public static var scale: AnyTransition { AnyTransition(name: "scale") }
  public static func scale(scale: CGFloat, anchor: UnitPoint = .center) -> AnyTransition { .scale }
  public static func move(edge: Edge) -> AnyTransition { AnyTransition(name: "move") }
  public static func offset(x: CGFloat = 0, y: CGFloat = 0) -> AnyTransition {
    AnyTransition(name: "offset")
  }
  public static func asymmetric(insertion: AnyTransition, removal: AnyTransition) -> AnyTransition {
    insertion
  }
  public func combined(with other: AnyTransition) -> AnyTransition { self }
  public func animation(_ animation: Animation?) -> AnyTransition { self }
}

extension Image {
  @nonexhaustive public enum Scale: Hashable, Sendable { case small, medium, large }
}
