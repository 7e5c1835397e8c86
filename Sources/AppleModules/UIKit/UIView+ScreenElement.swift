extension UIView {
  /// The views inside whose elements are not part of this view's own element.
  var screenSubviews: [UIView] {
    // The lists load their rows.
    layoutIfNeeded()
    return switch self {
    case is UIControl, is UILabel, is UIPickerView, is UISearchBar: []
    case let bar as UIToolbar: bar.subviews + (bar.items ?? []).compactMap(\.customView)
    case is UITableViewCell, is UICollectionViewCell: subviews.flatMap(\.controls)
    default: subviews
    }
  }

  /// The controls in a row of a table, which can be touched apart from the row.
  private var controls: [UIView] {
    self is UIControl || self is any ScreenElementProvider ? [self] : subviews.flatMap(\.controls)
  }

  fileprivate var labelTexts: [String] {
    guard !isHidden, alpha > 0.01 else { return [] }
    if let label = self as? UILabel {
      return [label.text].compactMap(\.self).filter { !$0.isEmpty }
    }
    return self is UIControl ? [] : subviews.flatMap(\.labelTexts)
  }

  /// The elements of the view itself, without those of its subviews. A view without a touch of its own has that of
  /// the tap gesture of the nearest view around it.
  var screenElement: [ScreenElement] {
    guard let tap = nearestTap else { return ownElement }
    var elements = ownElement
    if elements.isEmpty, tap.view === self, screenSubviews.isEmpty {
      elements = [ScreenElement("view", names: [])]
    }
    for index in elements.indices where elements[index].touch == nil {
      elements[index].touch = { tap.recognize() }
    }
    return elements
  }

  private var nearestTap: UITapGestureRecognizer? {
    let own = gestureRecognizers?.lazy.compactMap { $0 as? UITapGestureRecognizer }.first(
      where: \.isEnabled)
    return own ?? (self is UIWindow || controller != nil ? nil : superview?.nearestTap)
  }

  private var ownElement: [ScreenElement] {
    let identifiers = [accessibilityIdentifier].compactMap(\.self)
    let names = [accessibilityIdentifier, accessibilityLabel].compactMap(\.self)
    switch self {
    case let control as UISegmentedControl:
      return (0..<control.numberOfSegments).map { index in
        let title = [control.titleForSegment(at: index)].compactMap(\.self)
        var element = ScreenElement("segment", names: title, texts: title)
        element.isEnabled = control.isEnabled
        element.isOn = control.selectedSegmentIndex == index
        element.touch = { control.touch(segment: index) }
        return element
      }
    case let field as UITextField:
      let text = field.text ?? ""
      let shown = text.isEmpty ? field.placeholder ?? "" : field.isSecureTextEntry ? "" : text
      var element = ScreenElement(
        "text field",
        names: names + [field.placeholder, field.text].compactMap(\.self).filter { !$0.isEmpty },
        texts: shown.isEmpty ? [] : [shown])
      element.identifiers = identifiers
      element.isEnabled = field.isEnabled
      element.value = text
      element.touch = { field.touch() }
      element.enter = { field.enter($0) }
      return [element]
    case let control as UIRefreshControl:
      var element = ScreenElement("refresh control", names: names)
      element.refresh = { control.pull() }
      return [element]
    case let picker as UIDatePicker:
      var element = ScreenElement("date picker", names: names)
      element.isEnabled = picker.isEnabled
      element.setDate = { picker.choose($0) }
      return [element]
    case let control as UIControl: return [element(of: control, names)]
    case let picker as UIPickerView:
      return (0..<picker.numberOfComponents).map { element(of: picker, $0, names) }
    case let bar as UISearchBar: return [element(of: bar, names)]
    case let bar as UIToolbar: return (bar.items ?? []).compactMap { element(of: $0) }
    case let label as UILabel:
      let texts = label.labelTexts
      var element = ScreenElement("label", names: texts + names, texts: texts)
      element.value = texts.first
      return texts.isEmpty && names.isEmpty ? [] : [element]
    case let text as UITextView:
      let texts = [text.text ?? ""].filter { !$0.isEmpty }
      var element = ScreenElement("text view", names: names + texts, texts: texts)
      element.value = text.text
      if text.isEditable { element.enter = { text.enter($0) } }
      return [element]
    case let cell as UITableViewCell:
      guard let table = cell.superview as? UITableView else { return [] }
      let texts = cell.subviews.flatMap(\.labelTexts)
      var element = ScreenElement("row", names: texts + names, texts: texts)
      element.touch = { table.touch(cell) }
      element.remove = table.deletion(of: cell)
      return [element]
    case let cell as UICollectionViewCell:
      guard let collection = cell.superview as? UICollectionView else { return [] }
      let texts = cell.subviews.flatMap(\.labelTexts)
      var element = ScreenElement("item", names: texts + names, texts: texts)
      element.touch = { collection.touch(cell) }
      return [element]
    case let progress as UIProgressView:
      var element = ScreenElement("progress", names: names)
      element.value = "\(Int((progress.progress * 100).rounded())) %"
      return [element]
    default:
      return names.isEmpty ? [] : [ScreenElement("view", names: names)]
    }
  }

  private func element(of control: UIControl, _ names: [String]) -> ScreenElement {
    let button = control as? UIButton
    let titles = [button?.currentTitle ?? button?.configuration?.title].compactMap(\.self)
    let kind: String
    switch control {
    case is UIButton: kind = "button"
    case is UISwitch: kind = "switch"
    case is UISlider: kind = "slider"
    case is UIStepper: kind = "stepper"
    default: kind = "control"
    }
    let all = ScreenElement.names(titles + names, picture: button?.image(for: .normal))
    var element = ScreenElement(kind, names: all, texts: titles)
    element.isEnabled = control.isEnabled
    element.touch = { control.touch() }
    switch control {
    case let control as UISwitch:
      element.isOn = control.isOn
      element.value = control.isOn ? "1" : "0"
    case let slider as UISlider:
      element.value = "\(slider.value)"
      element.setNumber = { value in
        slider.value = Float(value)
        slider.sendActions(for: .valueChanged)
      }
    case let stepper as UIStepper:
      element.value = "\(stepper.value)"
      element.setNumber = { value in
        stepper.value = value
        stepper.sendActions(for: .valueChanged)
      }
    case let button as UIButton: element.offer(button.menu, from: button)
    default: break
    }
    return element
  }

  /// One wheel of a picker.
  private func element(of picker: UIPickerView, _ component: Int, _ names: [String])
    -> ScreenElement
  {
    let titles = picker.titles(inComponent: component)
    let row = picker.selectedRow(inComponent: component)
    let selected = titles.indices.contains(row) ? [titles[row]].filter { !$0.isEmpty } : []
    var element = ScreenElement("picker", names: names + selected, texts: selected)
    element.isEnabled = isUserInteractionEnabled
    element.value = selected.first
    element.choices = titles
    element.choose = { picker.choose($0, inComponent: component) }
    return element
  }

  private func element(of bar: UISearchBar, _ names: [String]) -> ScreenElement {
    let texts = [bar.text, bar.placeholder].compactMap(\.self).filter { !$0.isEmpty }
    var element = ScreenElement("search bar", names: names + texts, texts: Array(texts.prefix(1)))
    element.value = bar.text
    element.enter = { bar.enter($0) }
    return element
  }

  /// A button of a toolbar that stands alone.
  private func element(of item: UIBarButtonItem) -> ScreenElement? {
    let names = [
      item.title, item.accessibilityIdentifier, item.accessibilityLabel, item.systemName,
    ]
    .compactMap(\.self)
    guard !names.isEmpty, item.customView == nil, !item.isHidden else { return nil }
    var element = ScreenElement("bar button", names: names, texts: Array(names.prefix(1)))
    element.isEnabled = item.isEnabled
    element.touch = { item.touch(from: self) }
    element.offer(item.menu, from: item)
    return element
  }
}
