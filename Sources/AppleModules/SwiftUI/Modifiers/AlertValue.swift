/// An alert as a value, with one or two buttons.
public struct Alert {
  /// A button of an alert or an action sheet.
  public struct Button {
    let label: Text
    let role: ButtonRole?
    let action: (() -> Void)?

    public static func `default`(_ label: Text, action: (() -> Void)? = {}) -> Button {
      Button(label: label, role: nil, action: action)
    }
    public static func cancel(_ label: Text, action: (() -> Void)? = {}) -> Button {
      Button(label: label, role: .cancel, action: action)
    }
    public static func cancel(_ action: (() -> Void)? = {}) -> Button {
      Button(label: Text(verbatim: "Cancel"), role: .cancel, action: action)
    }
    public static func destructive(_ label: Text, action: (() -> Void)? = {}) -> Button {
      Button(label: label, role: .destructive, action: action)
    }
  }

  let title: Text
  let message: Text?
  let buttons: [Button]

  public init(title: Text, message: Text? = nil, dismissButton: Button? = nil) {
    self.title = title
    self.message = message
    buttons = [dismissButton ?? .default(Text(verbatim: "OK"))]
  }

  public init(
    title: Text, message: Text? = nil, primaryButton: Button, secondaryButton: Button
  ) {
    self.title = title
    self.message = message
    buttons = [primaryButton, secondaryButton]
  }
}

/// A choice of actions.
public struct ActionSheet {
  public typealias Button = Alert.Button
  let title: Text
  let message: Text?
  let buttons: [Button]

  public init(title: Text, message: Text? = nil, buttons: [Button] = [.cancel()]) {
    self.title = title
    self.message = message
    self.buttons = buttons
  }
}

nonisolated extension View {
  public func alert(isPresented: Binding<Bool>, content: () -> Alert) -> some View {
    let alert = content()
    return presenting(
      .alert, alert.title, isPresented, buttons(alert.buttons), alert.message ?? Text(verbatim: ""),
      isValue: true)
  }

  public func alert<Item: Identifiable>(
    item: Binding<Item?>, content: (Item) -> Alert
  ) -> some View {
    let alert = item.wrappedValue.map(content)
    return presenting(
      .alert, alert?.title ?? Text(verbatim: ""), isPresented(item), buttons(alert?.buttons ?? []),
      alert?.message ?? Text(verbatim: ""), isValue: true)
  }

  public func actionSheet(isPresented: Binding<Bool>, content: () -> ActionSheet) -> some View {
    let sheet = content()
    return presenting(
      .dialog, sheet.title, isPresented, titleVisibility: .visible, buttons(sheet.buttons),
      sheet.message ?? Text(verbatim: ""), isValue: true)
  }

  public func actionSheet<Item: Identifiable>(
    item: Binding<Item?>, content: (Item) -> ActionSheet
  ) -> some View {
    let sheet = item.wrappedValue.map(content)
    return presenting(
      .dialog, sheet?.title ?? Text(verbatim: ""), isPresented(item), titleVisibility: .visible,
      buttons(sheet?.buttons ?? []), sheet?.message ?? Text(verbatim: ""),
      isValue: true)
  }

  private func isPresented<Item>(_ item: Binding<Item?>) -> Binding<Bool> {
    Binding(reading: { item.wrappedValue != nil }) { isPresented, _ in
      if !isPresented { item.wrappedValue = nil }
    }
  }

  private func buttons(_ buttons: [Alert.Button]) -> some View {
    ForEach(Array(buttons.indices), id: \.self) { index in
      // Sendable: used on the main actor only, on which the views are made.
      nonisolated(unsafe) let button = buttons[index]
      SwiftUI.Button(role: button.role) {
        button.action?()
      } label: {
        button.label
      }
    }
  }
}
