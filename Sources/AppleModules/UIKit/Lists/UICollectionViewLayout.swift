/// The layout of a collection. It gives the items no place; it says whether a section has a header and a
/// footer.
@preconcurrency @MainActor open class UICollectionViewLayout: NSObject {
  open internal(set) weak var collectionView: UICollectionView?

  public override init() { super.init() }

  open func invalidateLayout() {}
  open func prepare() {}
  open var collectionViewContentSize: CGSize { .zero }
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    nil
  }
  open func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint, withScrollingVelocity velocity: CGPoint
  ) -> CGPoint { proposedContentOffset }

  func hasSupplement(_ kind: String, in view: UICollectionView, section: Int) -> Bool { false }
}

/// The place of an item, which nothing computes.
@preconcurrency @MainActor open class UICollectionViewLayoutAttributes: NSObject {
  open var frame = CGRect.zero
  open var center = CGPoint.zero
  open var size = CGSize.zero
  open var bounds = CGRect.zero
  open var transform = CGAffineTransform.identity
  open var alpha: CGFloat = 1
  open var zIndex = 0
  open var isHidden = false
  open var indexPath = IndexPath(item: 0, section: 0)

  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }
}

/// Items in lines.
@preconcurrency @MainActor open class UICollectionViewFlowLayout: UICollectionViewLayout {
  public static let automaticSize = CGSize(
    width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude)
  open var minimumLineSpacing: CGFloat = 10
  open var minimumInteritemSpacing: CGFloat = 10
  open var itemSize = CGSize(width: 50, height: 50)
  open var estimatedItemSize = CGSize.zero
  open var scrollDirection = UICollectionView.ScrollDirection.vertical
  open var headerReferenceSize = CGSize.zero
  open var footerReferenceSize = CGSize.zero
  open var sectionInset = UIEdgeInsets.zero
  open var sectionHeadersPinToVisibleBounds = false
  open var sectionFootersPinToVisibleBounds = false

  override func hasSupplement(_ kind: String, in view: UICollectionView, section: Int) -> Bool {
    let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout
    let size =
      switch kind {
      case UICollectionView.elementKindSectionHeader:
        delegate?.collectionView(view, layout: self, referenceSizeForHeaderInSection: section)
          ?? headerReferenceSize
      default:
        delegate?.collectionView(view, layout: self, referenceSizeForFooterInSection: section)
          ?? footerReferenceSize
      }
    return size != .zero
  }
}

// MARK: Compositional layouts

/// A layout that is composed of sections.
@preconcurrency @MainActor
open class UICollectionViewCompositionalLayout: UICollectionViewLayout {
  public typealias SectionProvider = (Int, any NSCollectionLayoutEnvironment)
    -> NSCollectionLayoutSection?
  private let section: (Int) -> NSCollectionLayoutSection?
  open var configuration = UICollectionViewCompositionalLayoutConfiguration()

  public init(section: NSCollectionLayoutSection) {
    self.section = { _ in section }
    super.init()
  }

  public init(sectionProvider: @escaping SectionProvider) {
    section = { sectionProvider($0, LayoutEnvironment()) }
    super.init()
  }

  public init(
    sectionProvider: @escaping SectionProvider,
    configuration: UICollectionViewCompositionalLayoutConfiguration
  ) {
    section = { sectionProvider($0, LayoutEnvironment()) }
    super.init()
    self.configuration = configuration
  }

  open class func list(
    using configuration: UICollectionLayoutListConfiguration
  ) -> UICollectionViewCompositionalLayout {
    UICollectionViewCompositionalLayout(
      section: .list(using: configuration, layoutEnvironment: LayoutEnvironment()))
  }

  override func hasSupplement(_ kind: String, in view: UICollectionView, section: Int) -> Bool {
    self.section(section)?.boundarySupplementaryItems.contains { $0.elementKind == kind } ?? false
  }
}

private struct LayoutEnvironment: NSCollectionLayoutEnvironment {
  var traitCollection: UITraitCollection { .current }
}

@preconcurrency @MainActor public protocol NSCollectionLayoutEnvironment {
  var traitCollection: UITraitCollection { get }
}

@preconcurrency @MainActor
open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
  open var scrollDirection = UICollectionView.ScrollDirection.vertical
  open var interSectionSpacing: CGFloat = 0
  public override init() { super.init() }
}

/// The look of a list.
@preconcurrency @MainActor public struct UICollectionLayoutListConfiguration {
  @nonexhaustive public enum Appearance: Int, Sendable {
    case plain = 0
    case grouped, insetGrouped, sidebar, sidebarPlain
  }
  @nonexhaustive public enum HeaderMode: Int, Sendable {
    case none = 0
    case supplementary, firstItemInSection
  }
  @nonexhaustive public enum FooterMode: Int, Sendable {
    case none = 0
    case supplementary
  }
  public var appearance: Appearance
  public var showsSeparators = true
  public var backgroundColor: UIColor?
  public var headerMode = HeaderMode.none
  public var footerMode = FooterMode.none
  public var leadingSwipeActionsConfigurationProvider:
    ((IndexPath) -> UISwipeActionsConfiguration?)?
  public var trailingSwipeActionsConfigurationProvider:
    ((IndexPath) -> UISwipeActionsConfiguration?)?

  public init(appearance: Appearance) { self.appearance = appearance }
}

/// A size in a layout.
@preconcurrency @MainActor open class NSCollectionLayoutDimension: NSObject {
  open private(set) var dimension: CGFloat
  open class func fractionalWidth(_ value: CGFloat) -> Self { make(value) }
  open class func fractionalHeight(_ value: CGFloat) -> Self { make(value) }
  open class func absolute(_ value: CGFloat) -> Self { make(value) }
  open class func estimated(_ value: CGFloat) -> Self { make(value) }
  private init(of dimension: CGFloat) { self.dimension = dimension }
  private class func make(_ value: CGFloat) -> Self {
    unsafeDowncast(NSCollectionLayoutDimension(of: value), to: Self.self)
  }
}

@preconcurrency @MainActor open class NSCollectionLayoutSize: NSObject {
  open private(set) var widthDimension: NSCollectionLayoutDimension
  open private(set) var heightDimension: NSCollectionLayoutDimension
  public init(
    widthDimension: NSCollectionLayoutDimension, heightDimension: NSCollectionLayoutDimension
  ) {
    (self.widthDimension, self.heightDimension) = (widthDimension, heightDimension)
  }
}

@preconcurrency @MainActor open class NSCollectionLayoutSpacing: NSObject {
  open private(set) var spacing: CGFloat
  private init(of spacing: CGFloat) { self.spacing = spacing }
  open class func flexible(_ value: CGFloat) -> Self { make(value) }
  open class func fixed(_ value: CGFloat) -> Self { make(value) }
  private class func make(_ value: CGFloat) -> Self {
    unsafeDowncast(NSCollectionLayoutSpacing(of: value), to: Self.self)
  }
}

@preconcurrency @MainActor open class NSCollectionLayoutItem: NSObject {
  open private(set) var layoutSize: NSCollectionLayoutSize
  open var contentInsets = NSDirectionalEdgeInsets.zero
  public init(layoutSize: NSCollectionLayoutSize) { self.layoutSize = layoutSize }
}

@preconcurrency @MainActor open class NSCollectionLayoutGroup: NSCollectionLayoutItem {
  open private(set) var subitems: [NSCollectionLayoutItem] = []
  open var interItemSpacing: NSCollectionLayoutSpacing?

  private init(_ size: NSCollectionLayoutSize, _ subitems: [NSCollectionLayoutItem]) {
    self.subitems = subitems
    super.init(layoutSize: size)
  }

  private class func make(
    _ size: NSCollectionLayoutSize, _ subitems: [NSCollectionLayoutItem]
  ) -> Self { unsafeDowncast(NSCollectionLayoutGroup(size, subitems), to: Self.self) }

  open class func horizontal(
    layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
  ) -> Self { make(layoutSize, subitems) }
  open class func vertical(
    layoutSize: NSCollectionLayoutSize, subitems: [NSCollectionLayoutItem]
  ) -> Self { make(layoutSize, subitems) }
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
  ) -> Self { make(layoutSize, [subitem]) }
  open class func vertical(
    layoutSize: NSCollectionLayoutSize, subitem: NSCollectionLayoutItem, count: Int
  ) -> Self { make(layoutSize, [subitem]) }
  open class func horizontal(
    layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
  ) -> Self { make(layoutSize, [subitem]) }
  open class func vertical(
    layoutSize: NSCollectionLayoutSize, repeatingSubitem subitem: NSCollectionLayoutItem, count: Int
  ) -> Self { make(layoutSize, [subitem]) }
}

@nonexhaustive public enum UICollectionLayoutSectionOrthogonalScrollingBehavior: Int, Sendable {
  case none = 0
  case continuous, continuousGroupLeadingBoundary, paging, groupPaging, groupPagingCentered
}

@preconcurrency @MainActor open class NSCollectionLayoutSection: NSObject {
  open var contentInsets = NSDirectionalEdgeInsets.zero
  open var interGroupSpacing: CGFloat = 0
  open var orthogonalScrollingBehavior = UICollectionLayoutSectionOrthogonalScrollingBehavior.none
  open var boundarySupplementaryItems: [NSCollectionLayoutBoundarySupplementaryItem] = []

  public init(group: NSCollectionLayoutGroup) {}
  private init(_ items: [NSCollectionLayoutBoundarySupplementaryItem]) {
    boundarySupplementaryItems = items
  }

  open class func list(
    using configuration: UICollectionLayoutListConfiguration,
    layoutEnvironment: any NSCollectionLayoutEnvironment
  ) -> Self {
    var kinds: [String] = []
    if configuration.headerMode == .supplementary {
      kinds.append(UICollectionView.elementKindSectionHeader)
    }
    if configuration.footerMode == .supplementary {
      kinds.append(UICollectionView.elementKindSectionFooter)
    }
    let size = NSCollectionLayoutSize(
      widthDimension: .fractionalWidth(1), heightDimension: .estimated(44))
    let items = kinds.map {
      NSCollectionLayoutBoundarySupplementaryItem(
        layoutSize: size, elementKind: $0, alignment: .top)
    }
    return unsafeDowncast(NSCollectionLayoutSection(items), to: Self.self)
  }
}

@nonexhaustive public enum NSRectAlignment: Int, Sendable {
  case none = 0
  case top, topLeading, leading, bottomLeading, bottom, bottomTrailing, trailing, topTrailing
}

@preconcurrency @MainActor
open class NSCollectionLayoutBoundarySupplementaryItem: NSCollectionLayoutItem {
  open private(set) var elementKind: String
  open private(set) var alignment: NSRectAlignment
  open var pinToVisibleBounds = false
  public init(
    layoutSize: NSCollectionLayoutSize, elementKind: String, alignment: NSRectAlignment
  ) {
    (self.elementKind, self.alignment) = (elementKind, alignment)
    super.init(layoutSize: layoutSize)
  }
}
