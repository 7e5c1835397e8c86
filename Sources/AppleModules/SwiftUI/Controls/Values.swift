/// A control for a number in a range.
public nonisolated struct Slider<Label: View, ValueLabel: View>: View, PrimitiveNode {
  let read: () -> Double
  let write: (Double) -> Void
  let bounds: ClosedRange<Double>
  let step: Double?
  let label: Label
  let onEditingChanged: (Bool) -> Void

  init<V: BinaryFloatingPoint>(
    _ value: Binding<V>, _ bounds: ClosedRange<V>, _ step: V.Stride?, _ label: Label,
    _ onEditingChanged: @escaping (Bool) -> Void
  ) where V.Stride: BinaryFloatingPoint {
    read = { Double(value.wrappedValue) }
    write = { value.wrappedValue = V($0) }
    self.bounds = Double(bounds.lowerBound)...Double(bounds.upperBound)
    self.step = step.map { Double($0) }
    self.label = label
    self.onEditingChanged = onEditingChanged
  }

  @MainActor func update(_ node: Node) { node.setChild(label) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    // As on an iPhone, the label is not shown; it names the control.
    var element = ScreenElement("slider", names: screen.texts(of: node.children[0].node))
    element.isEnabled = node.environment.isEnabled
    element.value = "\(read())"
    element.setNumber = { [self] number in
      onEditingChanged(true)
      var value = min(max(number, bounds.lowerBound), bounds.upperBound)
      if let step, step > 0 {
        value = bounds.lowerBound + ((value - bounds.lowerBound) / step).rounded() * step
      }
      write(min(value, bounds.upperBound))
      onEditingChanged(false)
    }
    screen.elements.append(element)
  }
}

extension Slider {
  /// The labels of the ends are not shown.
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    @ViewBuilder minimumValueLabel: () -> ValueLabel,
    @ViewBuilder maximumValueLabel: () -> ValueLabel,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(value, bounds, nil, label(), onEditingChanged)
  }
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    @ViewBuilder label: () -> Label, @ViewBuilder minimumValueLabel: () -> ValueLabel,
    @ViewBuilder maximumValueLabel: () -> ValueLabel,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(value, bounds, step, label(), onEditingChanged)
  }
}

extension Slider where ValueLabel == EmptyView {
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(value, bounds, nil, label(), onEditingChanged)
  }
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(value, bounds, step, label(), onEditingChanged)
  }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V> = 0...1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(value, bounds, nil, EmptyView(), onEditingChanged)
  }
  nonisolated public init<V: BinaryFloatingPoint>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) where V.Stride: BinaryFloatingPoint {
    self.init(value, bounds, step, EmptyView(), onEditingChanged)
  }
}

/// A control with a button for more and one for less. Their names are the label with `, Increment` and
/// `, Decrement`, as on a device.
public nonisolated struct Stepper<Label: View>: View, PrimitiveNode {
  let label: Label
  let onIncrement: (() -> Void)?
  let onDecrement: (() -> Void)?

  public init(
    @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.label = label()
    self.onIncrement = onIncrement.map { action in
      {
        onEditingChanged(true)
        action()
        onEditingChanged(false)
      }
    }
    self.onDecrement = onDecrement.map { action in
      {
        onEditingChanged(true)
        action()
        onEditingChanged(false)
      }
    }
  }

  @MainActor func update(_ node: Node) { node.setChild(label) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let child = node.children[0].node
    let texts = screen.texts(of: child)
    screen.elements.append(ScreenElement("stepper", names: texts, texts: texts))
    for (name, action) in [("Decrement", onDecrement), ("Increment", onIncrement)] {
      var element = ScreenElement(
        "stepper button", names: (texts.first.map { ["\($0), \(name)"] } ?? []) + [name])
      element.isEnabled = node.environment.isEnabled && action != nil
      element.touch = { action?() }
      screen.elements.append(element)
    }
  }
}

extension Stepper {
  nonisolated public init<V: Strideable>(
    value: Binding<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      label: label, onIncrement: { value.wrappedValue = value.wrappedValue.advanced(by: step) },
      onDecrement: { value.wrappedValue = value.wrappedValue.advanced(by: -step) },
      onEditingChanged: onEditingChanged)
  }

  nonisolated public init<V: Strideable>(
    value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    @ViewBuilder label: () -> Label, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    func move(by distance: V.Stride) {
      let next = value.wrappedValue.advanced(by: distance)
      value.wrappedValue = min(max(next, bounds.lowerBound), bounds.upperBound)
    }
    // At the end of the range, the button is disabled.
    let current = value.wrappedValue
    self.init(
      label: label, onIncrement: current < bounds.upperBound ? { move(by: step) } : nil,
      onDecrement: current > bounds.lowerBound ? { move(by: -step) } : nil,
      onEditingChanged: onEditingChanged)
  }
}

extension Stepper where Label == Text {
  nonisolated public init<V: Strideable>(
    _ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value, step: step, label: { Text(titleKey) }, onEditingChanged: onEditingChanged)
  }
  nonisolated public init<V: Strideable>(
    _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>,
    step: V.Stride = 1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value, in: bounds, step: step, label: { Text(titleKey) },
      onEditingChanged: onEditingChanged)
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol, V: Strideable>(
    _ title: S, value: Binding<V>, step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value, step: step, label: { Text(title) }, onEditingChanged: onEditingChanged)
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol, V: Strideable>(
    _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
    onEditingChanged: @escaping (Bool) -> Void = { _ in }
  ) {
    self.init(
      value: value, in: bounds, step: step, label: { Text(title) },
      onEditingChanged: onEditingChanged)
  }
}

/// A control for a date.
public nonisolated struct DatePicker<Label: View>: View, PrimitiveNode {
  public typealias Components = DatePickerComponents
  let selection: Binding<Date>
  let range: ClosedRange<Date>
  let components: DatePickerComponents
  let label: Label

  init(
    _ selection: Binding<Date>, _ range: ClosedRange<Date>, _ components: DatePickerComponents,
    _ label: Label
  ) {
    self.selection = selection
    self.range = range
    self.components = components
    self.label = label
  }

  @MainActor func update(_ node: Node) { node.setChild(label) }

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let texts = screen.texts(of: node.children[0].node)
    let date = selection.wrappedValue
    let values =
      (components.contains(.date) ? [Text(date, style: .date)] : [])
      + (components.contains(.hourAndMinute) ? [Text(date, style: .time)] : [])
    let shown = values.map { $0.text(node.environment) }
    var element = ScreenElement("date picker", names: texts, texts: texts + shown)
    element.isEnabled = node.environment.isEnabled
    element.value = shown.joined(separator: " ")
    element.setDate = { [self] date in
      selection.wrappedValue = min(max(date, range.lowerBound), range.upperBound)
    }
    screen.elements.append(element)
  }
}

/// The parts of a date that a picker shows.
public struct DatePickerComponents: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let hourAndMinute = DatePickerComponents(rawValue: 1)
  public static let date = DatePickerComponents(rawValue: 2)
}

extension DatePicker {
  nonisolated public init(
    selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date],
    @ViewBuilder label: () -> Label
  ) {
    self.init(selection, .distantPast ... .distantFuture, displayedComponents, label())
  }
  nonisolated public init(
    selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: Components = [.hourAndMinute, .date], @ViewBuilder label: () -> Label
  ) {
    self.init(selection, range, displayedComponents, label())
  }
}

extension DatePicker where Label == Text {
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(selection: selection, displayedComponents: displayedComponents) { Text(titleKey) }
  }
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: ClosedRange<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(selection: selection, in: range, displayedComponents: displayedComponents) {
      Text(titleKey)
    }
  }
  nonisolated public init(
    _ titleKey: LocalizedStringKey, selection: Binding<Date>, in range: PartialRangeFrom<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(
      selection, range.lowerBound ... .distantFuture, displayedComponents, Text(titleKey))
  }
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, selection: Binding<Date>,
    displayedComponents: Components = [.hourAndMinute, .date]
  ) {
    self.init(selection: selection, displayedComponents: displayedComponents) { Text(title) }
  }
}
