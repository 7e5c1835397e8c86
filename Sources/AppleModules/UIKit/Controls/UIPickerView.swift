/// Columns of rows, of which the user selects one each. A test selects with `app.choose(_:in:)`, by the accessibility
/// label or identifier, or by a title that is selected.
@preconcurrency @MainActor open class UIPickerView: UIView {
  open weak var dataSource: (any UIPickerViewDataSource)? { didSet { reloadAllComponents() } }
  open weak var delegate: (any UIPickerViewDelegate)? { didSet { reloadAllComponents() } }
  open var showsSelectionIndicator = true
  private var selected: [Int: Int] = [:]

  open var numberOfComponents: Int { dataSource?.numberOfComponents(in: self) ?? 0 }
  open func numberOfRows(inComponent component: Int) -> Int {
    dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0
  }
  open func reloadAllComponents() {
    for component in 0..<numberOfComponents { reloadComponent(component) }
  }
  open func reloadComponent(_ component: Int) {
    let last = max(numberOfRows(inComponent: component) - 1, 0)
    if let row = selected[component], row > last { selected[component] = last }
  }
  /// Selects a row without telling the delegate.
  open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
    selected[component] = row
  }
  /// The selected row, the first one until one is selected; -1 if there are no rows.
  open func selectedRow(inComponent component: Int) -> Int {
    selected[component] ?? (numberOfRows(inComponent: component) > 0 ? 0 : -1)
  }
  open func view(forRow row: Int, forComponent component: Int) -> UIView? {
    delegate?.pickerView(self, viewForRow: row, forComponent: component, reusing: nil)
  }
  open func rowSize(forComponent component: Int) -> CGSize { .zero }

  /// The texts of the rows of a component.
  func titles(inComponent component: Int) -> [String] {
    (0..<numberOfRows(inComponent: component)).map { row in
      guard let delegate else { return "" }
      return delegate.pickerView(self, titleForRow: row, forComponent: component)
        ?? delegate.pickerView(self, attributedTitleForRow: row, forComponent: component)?.string
        ?? view(forRow: row, forComponent: component).map {
          ScreenContents.elements(of: $0).flatMap(\.texts).joined(separator: " ")
        } ?? ""
    }
  }

  /// Selects a row as the user does who turns the wheel.
  func choose(_ row: Int, inComponent component: Int) {
    selected[component] = row
    delegate?.pickerView(self, didSelectRow: row, inComponent: component)
  }
}

@preconcurrency @MainActor public protocol UIPickerViewDataSource: NSObjectProtocol {
  func numberOfComponents(in pickerView: UIPickerView) -> Int
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// At Apple, all methods are optional.
@preconcurrency @MainActor public protocol UIPickerViewDelegate: NSObjectProtocol {
  func pickerView(
    _ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int
  ) -> String?
  func pickerView(
    _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
  ) -> NSAttributedString?
  func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int,
    reusing view: UIView?
  ) -> UIView
  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)
  func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat
  func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat
}

extension UIPickerViewDelegate {
  public func pickerView(
    _ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int
  ) -> String? { nil }
  public func pickerView(
    _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
  ) -> NSAttributedString? { nil }
  public func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int,
    reusing view: UIView?
  ) -> UIView { UIView() }
  public func pickerView(
    _ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int
  ) {}
  public func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
    0
  }
  public func pickerView(
    _ pickerView: UIPickerView, rowHeightForComponent component: Int
  ) -> CGFloat { 0 }
}

@nonexhaustive public enum UIDatePickerStyle: Int, Sendable {
  case automatic = 0
  case wheels, compact, inline
}

/// A control for a date. A test sets it with `app.set(_:to:)`.
@preconcurrency @MainActor open class UIDatePicker: UIControl {
  @nonexhaustive public enum Mode: Int, Sendable {
    case time = 0
    case date, dateAndTime, countDownTimer
    case yearAndMonth = 4269
  }

  open var datePickerMode = Mode.dateAndTime
  open var preferredDatePickerStyle = UIDatePickerStyle.automatic
  open var locale: Locale?
  open var calendar: Calendar! = .current
  open var timeZone: TimeZone?
  open var minuteInterval = 1
  open var countDownDuration: TimeInterval = 0
  open var minimumDate: Date? { didSet { date = stored } }
  open var maximumDate: Date? { didSet { date = stored } }
  private lazy var stored = Date()
  /// The date, always in the range; at first the present time.
  open var date: Date {
    get { stored }
    set { stored = min(max(newValue, minimumDate ?? .distantPast), maximumDate ?? .distantFuture) }
  }

  open func setDate(_ date: Date, animated: Bool) { self.date = date }

  /// Sets the date as the user does.
  func choose(_ date: Date) {
    self.date = date
    send(.valueChanged, UIEvent())
    send(.primaryActionTriggered, UIEvent())
  }
}

/// Dots, one for each page.
@preconcurrency @MainActor open class UIPageControl: UIControl {
  open var numberOfPages = 0
  open var currentPage = 0
  open var hidesForSinglePage = false
  open var pageIndicatorTintColor: UIColor?
  open var currentPageIndicatorTintColor: UIColor?
  open func size(forNumberOfPages pageCount: Int) -> CGSize { .zero }
}
