/// A list of rows. Without a screen, all rows are made when the data is loaded.
@preconcurrency @MainActor open class UITableView: UIScrollView {
  open override class func appearance() -> UITableView {
    ScreenSettings.current.proxy { UITableView(frame: .zero) }
  }

  @nonexhaustive public enum Style: Int, Sendable {
    case plain = 0
    case grouped = 1
    case insetGrouped = 2
  }

  @nonexhaustive public enum RowAnimation: Int, Sendable {
    case fade = 0
    case right, left, top, bottom, none, middle
    case automatic = 100
  }

  @nonexhaustive public enum ScrollPosition: Int, Sendable {
    case none = 0
    case top, middle, bottom
  }

  open private(set) var style = Style.plain
  open weak var dataSource: (any UITableViewDataSource)?
  open weak var prefetchDataSource: (any UITableViewDataSourcePrefetching)?
  open weak var delegate: (any UITableViewDelegate)? { didSet { scrollDelegate = delegate } }
  /// The selected rows, in the order in which they were selected.
  private var selection: [IndexPath] = []
  open var rowHeight: CGFloat = UITableView.automaticDimension
  open var estimatedRowHeight: CGFloat = UITableView.automaticDimension
  open var sectionHeaderHeight: CGFloat = UITableView.automaticDimension
  open var sectionFooterHeight: CGFloat = UITableView.automaticDimension
  open var estimatedSectionHeaderHeight: CGFloat = UITableView.automaticDimension
  open var estimatedSectionFooterHeight: CGFloat = UITableView.automaticDimension
  open var sectionHeaderTopPadding: CGFloat = UITableView.automaticDimension
  open var sectionIndexColor: UIColor?
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0)
  open var separatorColor: UIColor?
  open var separatorStyle = UITableViewCell.SeparatorStyle.singleLine
  open var backgroundView: UIView? { didSet { replace(oldValue, by: backgroundView) } }
  open var tableHeaderView: UIView? { didSet { replace(oldValue, by: tableHeaderView) } }
  open var tableFooterView: UIView? { didSet { replace(oldValue, by: tableFooterView) } }
  open var allowsSelection = true
  open var allowsMultipleSelection = false
  open var allowsSelectionDuringEditing = false
  open var allowsMultipleSelectionDuringEditing = false
  open var isEditing = false
  public static let automaticDimension: CGFloat = -1
  private var classes: [String: UITableViewCell.Type] = [:]
  private var headerClasses: [String: UITableViewHeaderFooterView.Type] = [:]
  private var nibs: [String: UINib] = [:]
  /// The cells of a storyboard, by their reuse identifiers.
  var prototypes: [String: (cell: PortedStoryboardObject, scene: StoryboardScene)] = [:]
  /// The static rows of a storyboard, which a `UITableViewController` shows.
  var staticSections: [(header: String?, cells: [UITableViewCell])] = []
  private var cells: [(path: IndexPath, cell: UITableViewCell)] = []
  /// The cells after the layout.
  private var laidOut: [(path: IndexPath, cell: UITableViewCell)] {
    loading.perform()
    return cells
  }
  private var headers: [Int: UIView] = [:]
  private var footers: [Int: UIView] = [:]

  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
  }

  public override init(frame: CGRect) { super.init(frame: frame) }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  // MARK: Cells

  open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    classes[identifier] = cellClass as? UITableViewCell.Type
  }

  open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    nibs[identifier] = nib
  }

  open func register(_ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String) {
    headerClasses[identifier] = aClass as? UITableViewHeaderFooterView.Type
  }

  open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    nibs[identifier] = nib
  }

  /// A new cell; nil if neither a class nor a cell of a storyboard has the identifier. Cells are never
  /// used again.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let type = classes[identifier] { return type.dequeued(identifier) }
    if let nib = nibs[identifier] { return nib.makeView(UITableViewCell.self) }
    guard let (cell, scene) = prototypes[identifier] else { return nil }
    return scene.makeView(cell) as? UITableViewCell
  }

  /// As above. Without a class or a cell of a storyboard, the app is terminated, as on a device.
  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell {
    if let cell = dequeueReusableCell(withIdentifier: identifier) { return cell }
    raiseForMissingCell(identifier)
  }

  open func dequeueReusableHeaderFooterView(
    withIdentifier identifier: String
  ) -> UITableViewHeaderFooterView? {
    headerClasses[identifier].map { $0.dequeued(identifier) }
      ?? nibs[identifier]?.makeView(UITableViewHeaderFooterView.self)
  }

  // MARK: Rows

  /// Asks the data source for all rows, in the layout of the screen.
  open func reloadData() {
    selection = []
    loading.request()
  }

  private lazy var loading = ListLoading(self) { [weak self] in self?.loadRows() }

  open override func layoutSubviews() {
    super.layoutSubviews()
    loading.perform()
  }

  private func loadRows() {
    loading.cancel()
    let old = cells
    for view in cells.map(\.cell) + headers.values + footers.values { view.removeFromSuperview() }
    (cells, headers, footers) = ([], [:], [:])
    for (path, cell) in old { delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path) }
    for section in 0..<numberOfSections {
      if let header = makeHeader(section) {
        headers[section] = header
        addSubview(header)
        delegate?.tableView(self, willDisplayHeaderView: header, forSection: section)
      }
      for row in 0..<numberOfRows(inSection: section) {
        let path = IndexPath(row: row, section: section)
        guard let cell = dataSource?.tableView(self, cellForRowAt: path) else { continue }
        cells.append((path, cell))
        cell.isSelected = selection.contains(path)
        addSubview(cell)
        delegate?.tableView(self, willDisplay: cell, forRowAt: path)
      }
      if let footer = makeFooter(section) {
        footers[section] = footer
        addSubview(footer)
        delegate?.tableView(self, willDisplayFooterView: footer, forSection: section)
      }
    }
  }

  private func makeHeader(_ section: Int) -> UIView? {
    delegate?.tableView(self, viewForHeaderInSection: section)
      ?? dataSource?.tableView(self, titleForHeaderInSection: section).map(titled)
  }

  private func makeFooter(_ section: Int) -> UIView? {
    delegate?.tableView(self, viewForFooterInSection: section)
      ?? dataSource?.tableView(self, titleForFooterInSection: section).map(titled)
  }

  private func titled(_ title: String) -> UIView {
    let view = UITableViewHeaderFooterView(reuseIdentifier: nil)
    view.textLabel?.text = title
    return view
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil { loading.request() }
  }

  private func replace(_ old: UIView?, by new: UIView?) {
    old?.removeFromSuperview()
    if let new { addSubview(new) }
  }

  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    loading.perform()
    return headers[section] as? UITableViewHeaderFooterView
  }
  open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    loading.perform()
    return footers[section] as? UITableViewHeaderFooterView
  }

  // MARK: Changes, which all load the rows again

  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) { change() }
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { change() }
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { change() }
  open func reconfigureRows(at indexPaths: [IndexPath]) { change() }
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) { change() }
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) { change() }
  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) { change() }
  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) { change() }
  open func moveSection(_ section: Int, toSection newSection: Int) { change() }
  private var updates = 0
  open func beginUpdates() { updates += 1 }
  open func endUpdates() {
    updates = max(updates - 1, 0)
    change()
  }
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    beginUpdates()
    updates?()
    endUpdates()
    completion?(true)
  }

  private func change() { if updates == 0 { loadRows() } }

  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
  open var hasUncommittedUpdates: Bool { updates > 0 }

  // MARK: What is shown

  open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 1 }
  open func numberOfRows(inSection section: Int) -> Int {
    dataSource?.tableView(self, numberOfRowsInSection: section) ?? 0
  }
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    laidOut.first { $0.path == indexPath }?.cell
  }
  open func indexPath(for cell: UITableViewCell) -> IndexPath? {
    laidOut.first { $0.cell === cell }?.path
  }
  open func indexPathForRow(at point: CGPoint) -> IndexPath? {
    laidOut.first { $0.cell.frame.contains(point) }?.path
  }
  open var visibleCells: [UITableViewCell] { laidOut.map(\.cell) }
  open var indexPathsForVisibleRows: [IndexPath]? { laidOut.map(\.path) }
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    cellForRow(at: indexPath)?.frame ?? .zero
  }
  open func rect(forSection section: Int) -> CGRect { .zero }
  open func scrollToRow(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {}
  open func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {}

  // MARK: Selection

  open var indexPathForSelectedRow: IndexPath? { selection.first }
  open var indexPathsForSelectedRows: [IndexPath]? { selection.isEmpty ? nil : selection }

  /// Selects a row without telling the delegate.
  open func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    guard let indexPath else {
      for path in selection { cellForRow(at: path)?.isSelected = false }
      selection = []
      return
    }
    if !allowsMultipleSelection, let old = selection.first, old != indexPath {
      deselectRow(at: old, animated: animated)
    }
    if !selection.contains(indexPath) { selection.append(indexPath) }
    cellForRow(at: indexPath)?.setSelected(true, animated: animated)
  }

  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    selection.removeAll { $0 == indexPath }
    cellForRow(at: indexPath)?.setSelected(false, animated: animated)
  }

  // MARK: What a user does

  func touch(_ cell: UITableViewCell) {
    guard let path = indexPath(for: cell),
      isEditing ? allowsSelectionDuringEditing : allowsSelection,
      delegate?.tableView(self, shouldHighlightRowAt: path) ?? true
    else { return }
    if allowsMultipleSelection, selection.contains(path) { return deselect(path) }
    guard let chosen = delegate.map({ $0.tableView(self, willSelectRowAt: path) }) ?? path else {
      return
    }
    if !allowsMultipleSelection, let old = selection.first, old != chosen { deselect(old) }
    selectRow(at: chosen, animated: true, scrollPosition: .none)
    delegate?.tableView(self, didSelectRowAt: chosen)
    cell.selectionAction?.perform(sender: cell)
  }

  private func deselect(_ path: IndexPath) {
    guard let chosen = delegate.map({ $0.tableView(self, willDeselectRowAt: path) }) ?? path else {
      return
    }
    deselectRow(at: chosen, animated: true)
    delegate?.tableView(self, didDeselectRowAt: chosen)
  }

  /// Deletes a row, through its destructive action or the data source; nil if it cannot be deleted.
  func deletion(of cell: UITableViewCell) -> (() -> Void)? {
    guard let path = indexPath(for: cell), let dataSource,
      dataSource.tableView(self, canEditRowAt: path)
    else { return nil }
    let swipe = delegate?.tableView(self, trailingSwipeActionsConfigurationForRowAt: path)
    if let action = swipe?.actions.first(where: { $0.style == .destructive }) {
      return { action.handler(action, cell) { _ in } }
    }
    guard delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete == .delete else {
      return nil
    }
    return { dataSource.tableView(self, commit: .delete, forRowAt: path) }
  }
}

/// Prepares the data of rows before they are shown. Here, it is never called.
@preconcurrency @MainActor public protocol UITableViewDataSourcePrefetching: NSObjectProtocol {
  func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath])
  func tableView(_ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath])
}

extension UITableViewDataSourcePrefetching {
  public func tableView(
    _ tableView: UITableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]
  ) {}
}
