internal import YobanSimulatedApple

/// A list of items. Without a screen, all items are made when the data is loaded. The layout keeps what the app
/// sets, and gives the items no place.
@preconcurrency @MainActor open class UICollectionView: UIScrollView {
  public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
  public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

  public struct ScrollPosition: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let top = ScrollPosition(rawValue: 1 << 0)
    public static let centeredVertically = ScrollPosition(rawValue: 1 << 1)
    public static let bottom = ScrollPosition(rawValue: 1 << 2)
    public static let left = ScrollPosition(rawValue: 1 << 3)
    public static let centeredHorizontally = ScrollPosition(rawValue: 1 << 4)
    public static let right = ScrollPosition(rawValue: 1 << 5)
  }

  @nonexhaustive public enum ScrollDirection: Int, Sendable {
    case vertical = 0
    case horizontal
  }

  open var collectionViewLayout: UICollectionViewLayout {
    didSet { collectionViewLayout.collectionView = self }
  }
  open weak var dataSource: (any UICollectionViewDataSource)?
  open weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
  open weak var delegate: (any UICollectionViewDelegate)? { didSet { scrollDelegate = delegate } }
  open var allowsSelection = true
  open var allowsMultipleSelection = false
  open var isEditing = false
  open var isPrefetchingEnabled = true
  open var backgroundView: UIView?
  private var classes: [String: UICollectionViewCell.Type] = [:]
  private var viewClasses: [String: UICollectionReusableView.Type] = [:]
  private var nibs: [String: UINib] = [:]
  /// The cells of a storyboard, by their reuse identifiers.
  var prototypes: [String: (cell: PortedStoryboardObject, scene: StoryboardScene)] = [:]
  private var cells: [(path: IndexPath, cell: UICollectionViewCell)] = []
  /// The cells after the layout.
  private var laidOut: [(path: IndexPath, cell: UICollectionViewCell)] {
    loading.perform()
    return cells
  }
  private var supplements: [(kind: String, path: IndexPath, view: UICollectionReusableView)] = []
  private var selection: [IndexPath] = []

  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    collectionViewLayout = layout
    super.init(frame: frame)
    layout.collectionView = self
  }

  public required init?(coder: NSCoder) {
    collectionViewLayout = UICollectionViewFlowLayout()
    super.init(coder: coder)
    collectionViewLayout.collectionView = self
  }

  // MARK: Cells

  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    classes[identifier] = cellClass as? UICollectionViewCell.Type
  }

  open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    nibs[identifier] = nib
  }

  open func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) {
    viewClasses["\(elementKind) \(identifier)"] = viewClass as? UICollectionReusableView.Type
  }

  open func register(
    _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) {
    nibs["\(kind) \(identifier)"] = nib
  }

  /// A new cell; cells are never used again. As on a device, the app is terminated if neither a class, a nib nor a
  /// cell of a storyboard has the identifier.
  open func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell: UICollectionViewCell?
    if let type = classes[identifier] {
      cell = type.dequeued(identifier) as? UICollectionViewCell
    } else if let nib = nibs[identifier] {
      cell = nib.makeView(UICollectionViewCell.self)
    } else {
      cell = prototypes[identifier].flatMap { $0.scene.makeView($0.cell) as? UICollectionViewCell }
    }
    guard let cell else { raiseForMissingCell(identifier) }
    return cell
  }

  open func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView {
    let key = "\(elementKind) \(identifier)"
    let view =
      viewClasses[key].map { $0.dequeued(identifier) }
      ?? nibs[key]?.makeView(UICollectionReusableView.self)
    guard let view else { raiseForMissingCell(identifier) }
    return view
  }

  open func dequeueConfiguredReusableCell<Cell: UICollectionViewCell, Item>(
    using registration: CellRegistration<Cell, Item>, for indexPath: IndexPath, item: Item?
  ) -> Cell {
    let cell = registration.make()
    if let item { registration.handler(cell, indexPath, item) }
    return cell
  }

  open func dequeueConfiguredReusableSupplementary<Supplementary: UICollectionReusableView>(
    using registration: SupplementaryRegistration<Supplementary>, for indexPath: IndexPath
  ) -> Supplementary {
    let view = registration.make()
    registration.handler(view, registration.kind, indexPath)
    return view
  }

  // MARK: Items

  /// Asks the data source for all items, in the layout of the screen.
  open func reloadData() {
    selection = []
    loading.request()
  }

  private lazy var loading = ListLoading(self) { [weak self] in self?.loadItems() }

  open override func layoutSubviews() {
    super.layoutSubviews()
    loading.perform()
  }

  private func loadItems() {
    loading.cancel()
    let old = cells
    for view in cells.map(\.cell) + supplements.map(\.view) { view.removeFromSuperview() }
    (cells, supplements) = ([], [])
    for (path, cell) in old {
      delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    }
    for section in 0..<numberOfSections {
      supplement(Self.elementKindSectionHeader, section)
      for item in 0..<numberOfItems(inSection: section) {
        let path = IndexPath(item: item, section: section)
        guard let cell = dataSource?.collectionView(self, cellForItemAt: path) else { continue }
        cells.append((path, cell))
        cell.isSelected = selection.contains(path)
        addSubview(cell)
        delegate?.collectionView(self, willDisplay: cell, forItemAt: path)
      }
      supplement(Self.elementKindSectionFooter, section)
    }
  }

  /// Shows the header or the footer of a section, if its layout has one.
  private func supplement(_ kind: String, _ section: Int) {
    let path = IndexPath(item: 0, section: section)
    guard collectionViewLayout.hasSupplement(kind, in: self, section: section),
      let view = dataSource?.collectionView(self, viewForSupplementaryElementOfKind: kind, at: path)
    else { return }
    supplements.append((kind, path, view))
    addSubview(view)
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    if window != nil { loading.request() }
  }

  // MARK: Changes, which all load the items again

  open func reloadItems(at indexPaths: [IndexPath]) { change() }
  open func insertItems(at indexPaths: [IndexPath]) { change() }
  open func deleteItems(at indexPaths: [IndexPath]) { change() }
  open func reconfigureItems(at indexPaths: [IndexPath]) { change() }
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { change() }
  open func reloadSections(_ sections: IndexSet) { change() }
  open func insertSections(_ sections: IndexSet) { change() }
  open func deleteSections(_ sections: IndexSet) { change() }
  open func moveSection(_ section: Int, toSection newSection: Int) { change() }
  private var isUpdating = false
  open func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    isUpdating = true
    updates?()
    isUpdating = false
    loadItems()
    completion?(true)
  }

  private func change() { if !isUpdating { loadItems() } }

  open func setCollectionViewLayout(_ layout: UICollectionViewLayout, animated: Bool) {
    collectionViewLayout = layout
  }
  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    collectionViewLayout = layout
    completion?(true)
  }

  // MARK: What is shown

  open var numberOfSections: Int { dataSource?.numberOfSections(in: self) ?? 0 }
  open func numberOfItems(inSection section: Int) -> Int {
    dataSource?.collectionView(self, numberOfItemsInSection: section) ?? 0
  }
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    laidOut.first { $0.path == indexPath }?.cell
  }
  open func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    loading.perform()
    return supplements.first { $0.kind == elementKind && $0.path == indexPath }?.view
  }
  open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    laidOut.first { $0.cell === cell }?.path
  }
  open func indexPathForItem(at point: CGPoint) -> IndexPath? {
    laidOut.first { $0.cell.frame.contains(point) }?.path
  }
  open var visibleCells: [UICollectionViewCell] { laidOut.map(\.cell) }
  open var indexPathsForVisibleItems: [IndexPath] { laidOut.map(\.path) }
  open func scrollToItem(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {}

  // MARK: Selection

  open var indexPathsForSelectedItems: [IndexPath]? { selection }

  /// Selects an item without telling the delegate.
  open func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    guard let indexPath else {
      for path in selection { cellForItem(at: path)?.isSelected = false }
      selection = []
      return
    }
    if !allowsMultipleSelection, let old = selection.first, old != indexPath {
      deselectItem(at: old, animated: animated)
    }
    if !selection.contains(indexPath) { selection.append(indexPath) }
    cellForItem(at: indexPath)?.isSelected = true
  }

  open func deselectItem(at indexPath: IndexPath, animated: Bool) {
    selection.removeAll { $0 == indexPath }
    cellForItem(at: indexPath)?.isSelected = false
  }

  func touch(_ cell: UICollectionViewCell) {
    guard allowsSelection, let path = indexPath(for: cell) else { return }
    if selection.contains(path), allowsMultipleSelection { return deselect(path) }
    guard delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
    if !allowsMultipleSelection, let old = selection.first, old != path { deselect(old) }
    selectItem(at: path, animated: true, scrollPosition: [])
    delegate?.collectionView(self, didSelectItemAt: path)
    cell.selectionAction?.perform(sender: cell)
  }

  private func deselect(_ path: IndexPath) {
    guard delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
    deselectItem(at: path, animated: true)
    delegate?.collectionView(self, didDeselectItemAt: path)
  }

  // MARK: Registrations

  /// A class of cells, and how an item is shown in one.
  @preconcurrency @MainActor public struct CellRegistration<Cell: UICollectionViewCell, Item> {
    public typealias Handler = (_ cell: Cell, _ indexPath: IndexPath, _ itemIdentifier: Item) ->
      Void
    private let nib: UINib?
    let handler: Handler

    public init(handler: @escaping Handler) {
      nib = nil
      self.handler = handler
    }

    public init(cellNib: UINib, handler: @escaping Handler) {
      nib = cellNib
      self.handler = handler
    }

    func make() -> Cell {
      nib?.makeView(Cell.self) ?? unsafeDowncast(Cell.dequeued(""), to: Cell.self)
    }
  }

  /// A class of headers or footers, and how one is filled.
  @preconcurrency @MainActor
  public struct SupplementaryRegistration<Supplementary: UICollectionReusableView> {
    public typealias Handler = (
      _ supplementaryView: Supplementary, _ elementKind: String, _ indexPath: IndexPath
    ) -> Void
    let kind: String
    let handler: Handler

    public init(elementKind: String, handler: @escaping Handler) {
      kind = elementKind
      self.handler = handler
    }

    func make() -> Supplementary {
      unsafeDowncast(Supplementary.dequeued(""), to: Supplementary.self)
    }
  }
}

extension UIView {
  /// Terminates the app, as UIKit does for a cell that nothing makes.
  func raiseForMissingCell(_ identifier: String) -> Never {
    AppProcess.raise(
      "NSInternalInconsistencyException: could not dequeue a view with identifier \(identifier) - must register a nib or a class for the identifier or connect a prototype cell in a storyboard"
    )
  }
}
