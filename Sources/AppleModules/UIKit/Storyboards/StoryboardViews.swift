/// Makes the views of a storyboard.
@MainActor struct StoryboardViews {
  let scene: StoryboardScene

  init(make scene: StoryboardScene) { self.scene = scene }

  /// Makes a view with its subviews.
  func view(_ description: PortedStoryboardObject) -> UIView {
    let base = Self.classes.first { $0.key == description.element }?.value ?? UIView.self
    // Without a class of the app, a map is a view of MapKit, if the app imports it.
    let map = description.element == "mapView" ? _typeByName("MapKit.MKMapView") : nil
    let type = scene.customClass(of: description, as: UIView.self) ?? map as? UIView.Type ?? base
    let view = type.init(coder: StoryboardCoder(scene)) ?? UIView()
    scene.register(view, description.identifier)
    let values = description.values
    view.tag = values["tag"].flatMap { Int($0) } ?? 0
    view.isHidden = values["hidden"] == "YES"
    view.isUserInteractionEnabled =
      values["userInteractionEnabled"].map { $0 == "YES" }
      ?? !(view is UILabel || view is UIImageView)
    view.accessibilityIdentifier = values["accessibilityIdentifier"]
    view.accessibilityLabel = values["accessibilityLabel"]
    if let alpha = values["alpha"].flatMap({ Double($0) }) { view.alpha = alpha }
    if let control = view as? UIControl {
      control.isEnabled = values["enabled"] != "NO"
      control.isSelected = values["selected"] == "YES"
    }
    setContents(of: view, values)
    for child in description.children where child.values["key"] == nil || child.element == "view" {
      if let table = view as? UITableView {
        add(child, to: table)
        continue
      }
      if let collection = view as? UICollectionView, child.element == "collectionViewCell" {
        collection.prototypes[child.values["reuseIdentifier"] ?? ""] = (child, scene)
        continue
      }
      if child.element == "barButtonItem", let bar = view as? UIToolbar {
        bar.items = (bar.items ?? []) + [scene.barButtonItem(child)]
        continue
      }
      let subview = self.view(child)
      if let stack = view as? UIStackView {
        stack.addArrangedSubview(subview)
      } else if let cell = view as? UITableViewCell {
        cell.contentView.addSubview(subview)
      } else if let cell = view as? UICollectionViewCell {
        cell.contentView.addSubview(subview)
      } else if let effect = view as? UIVisualEffectView {
        effect.contentView.addSubview(subview)
      } else {
        view.addSubview(subview)
      }
    }
    if let cell = view as? UITableViewCell {
      func label(_ key: String) -> UILabel? {
        values[key].flatMap { scene.object($0) as? UILabel }
      }
      cell.adopt(textLabel: label("textLabel"), detailTextLabel: label("detailTextLabel"))
    }
    return view
  }

  private func add(_ child: PortedStoryboardObject, to table: UITableView) {
    switch child.element {
    case "tableViewCell":
      table.prototypes[child.values["reuseIdentifier"] ?? ""] = (child, scene)
    case "tableViewSection":
      let cells = child.children.compactMap { view($0) as? UITableViewCell }
      table.staticSections.append((child.values["headerTitle"], cells))
    default: table.addSubview(view(child))
    }
  }

  private static let classes: KeyValuePairs<String, UIView.Type> = [
    "label": UILabel.self, "button": UIButton.self, "textField": UITextField.self,
    "textView": UITextView.self, "switch": UISwitch.self, "slider": UISlider.self,
    "stepper": UIStepper.self, "segmentedControl": UISegmentedControl.self,
    "stackView": UIStackView.self, "scrollView": UIScrollView.self, "imageView": UIImageView.self,
    "tableView": UITableView.self, "tableViewCell": UITableViewCell.self,
    "activityIndicatorView": UIActivityIndicatorView.self, "progressView": UIProgressView.self,
    "collectionView": UICollectionView.self, "collectionViewCell": UICollectionViewCell.self,
    "collectionReusableView": UICollectionReusableView.self, "pickerView": UIPickerView.self,
    "datePicker": UIDatePicker.self, "pageControl": UIPageControl.self,
    "searchBar": UISearchBar.self, "toolbar": UIToolbar.self, "tabBar": UITabBar.self,
    "navigationBar": UINavigationBar.self, "visualEffectView": UIVisualEffectView.self,
  ]

  private func setContents(of view: UIView, _ values: [String: String]) {
    func number(_ key: String) -> Double? { values[key].flatMap { Double($0) } }
    switch view {
    case let label as UILabel:
      label.text = values["text"]
      label.numberOfLines = number("numberOfLines").map { Int($0) } ?? 1
    case let button as UIButton:
      if values["configuration.style"] != nil {
        button.configuration = .plain()
        button.configuration?.title = values["configuration.title"]
        button.configuration?.subtitle = values["configuration.subtitle"]
      }
      if let image = values["image"] { button.setImage(UIImage(named: image), for: .normal) }
      // Xcode also writes a title of the state, which the title of the configuration replaces.
      button.setTitle(values["configuration.title"] ?? values["title.normal"], for: .normal)
      for (key, state) in [
        ("title.selected", UIControl.State.selected), ("title.disabled", .disabled),
        ("title.highlighted", .highlighted),
      ] {
        if let title = values[key] { button.setTitle(title, for: state) }
      }
    case let field as UITextField:
      field.text = values["text"]
      field.placeholder = values["placeholder"]
    case let text as UITextView: text.text = values["text"]
    case let control as UISwitch: control.isOn = values["on"] == "YES"
    case let slider as UISlider:
      slider.minimumValue = number("minValue").map { Float($0) } ?? 0
      slider.maximumValue = number("maxValue").map { Float($0) } ?? 1
      slider.value = number("value").map { Float($0) } ?? 0
    case let stepper as UIStepper:
      stepper.minimumValue = number("minimumValue") ?? 0
      stepper.maximumValue = number("maximumValue") ?? 100
      stepper.stepValue = number("stepValue") ?? 1
      stepper.value = number("value") ?? 0
    case let control as UISegmentedControl:
      var index = 0
      while let title = values["segment.\(index)"] {
        control.insertSegment(withTitle: title, at: index, animated: false)
        index += 1
      }
      control.selectedSegmentIndex = number("selectedSegmentIndex").map { Int($0) } ?? 0
    case let stack as UIStackView:
      stack.axis = values["axis"] == "vertical" ? .vertical : .horizontal
      stack.spacing = number("spacing") ?? 0
    case let image as UIImageView: image.image = values["image"].flatMap { UIImage(named: $0) }
    case let progress as UIProgressView:
      progress.progress = number("progress").map { Float($0) } ?? 0
    case let picker as UIDatePicker:
      if let mode = values["datePickerMode"].flatMap({ Self.modes[$0] }) {
        picker.datePickerMode = mode
      }
    case let control as UIPageControl:
      control.numberOfPages = number("numberOfPages").map { Int($0) } ?? 0
      control.currentPage = number("currentPage").map { Int($0) } ?? 0
    case let bar as UISearchBar:
      bar.text = values["text"]
      bar.placeholder = values["placeholder"]
    case let view as UICollectionReusableView: view.identifier = values["reuseIdentifier"]
    case let activity as UIActivityIndicatorView:
      if values["animating"] == "YES" { activity.startAnimating() }
      activity.hidesWhenStopped = values["hidesWhenStopped"] == "YES"
    case let cell as UITableViewCell: cell.storyboardIdentifier = values["reuseIdentifier"]
    default: break
    }
  }

  private static let modes: [String: UIDatePicker.Mode] = [
    "time": .time, "date": .date, "dateAndTime": .dateAndTime, "countDownTimer": .countDownTimer,
  ]
}
