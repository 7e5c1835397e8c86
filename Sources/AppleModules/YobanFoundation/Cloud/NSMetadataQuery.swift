import Foundation

/// A search for files of iCloud. It finds none, because no user is signed in to iCloud.
///
/// Use it on the main thread, as on a device.
open class NSMetadataQuery: NSObject {
  open weak var delegate: (any NSMetadataQueryDelegate)?
  open var predicate: NSPredicate?
  open var sortDescriptors: [NSSortDescriptor] = []
  open var valueListAttributes: [String] = []
  open var groupingAttributes: [String]?
  /// The seconds between two notifications of progress.
  open var notificationBatchingInterval: TimeInterval = 1
  open var searchScopes: [Any] = []
  open var searchItems: [Any]?
  open var operationQueue: OperationQueue?
  open private(set) var isStarted = false
  open private(set) var isGathering = false
  open private(set) var isStopped = true

  public override init() { super.init() }

  /// Begins the search, and posts that it has begun and ended, in later turns of the main run loop.
  ///
  /// - Returns: false if the search has no predicate, or runs already.
  @discardableResult open func start() -> Bool {
    guard predicate != nil, !isStarted else { return false }
    isStarted = true
    isGathering = true
    isStopped = false
    post(.NSMetadataQueryDidStartGathering) { $0.isGathering }
    post(.NSMetadataQueryDidFinishGathering) { query in
      let isDue = query.isGathering
      query.isGathering = false
      return isDue
    }
    return true
  }

  open func stop() {
    isStarted = false
    isGathering = false
    isStopped = true
  }

  private func post(_ name: NSNotification.Name, if isDue: @escaping (NSMetadataQuery) -> Bool) {
    nonisolated(unsafe) let query = self
    let post = {
      if isDue(query) { NotificationCenter.default.post(name: name, object: query) }
    }
    nonisolated(unsafe) let work = post
    if let operationQueue {
      operationQueue.addOperation { work() }
    } else {
      DispatchQueue.main.async { work() }
    }
  }

  open func disableUpdates() {}
  open func enableUpdates() {}
  open var resultCount: Int { 0 }
  open var results: [Any] { [] }
  open func result(at idx: Int) -> Any { preconditionFailure("the query has no result") }
  open func index(ofResult result: Any) -> Int { NSNotFound }
  open var valueLists: [String: [NSMetadataQueryAttributeValueTuple]] { [:] }
  open var groupedResults: [NSMetadataQueryResultGroup] { [] }
  open func value(ofAttribute attrName: String, forResultAt idx: Int) -> Any? { nil }
  open func enumerateResults(_ block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {}
}

public protocol NSMetadataQueryDelegate: NSObjectProtocol {
  func metadataQuery(
    _ query: NSMetadataQuery, replacementObjectForResultObject result: NSMetadataItem
  )
    -> Any
  func metadataQuery(
    _ query: NSMetadataQuery, replacementValueForAttribute attrName: String, value attrValue: Any
  ) -> Any
}

extension NSMetadataQueryDelegate {
  public func metadataQuery(
    _ query: NSMetadataQuery, replacementObjectForResultObject result: NSMetadataItem
  ) -> Any { result }
  public func metadataQuery(
    _ query: NSMetadataQuery, replacementValueForAttribute attrName: String, value attrValue: Any
  ) -> Any { attrValue }
}

/// A file that a search has found.
open class NSMetadataItem: NSObject {
  open func value(forAttribute key: String) -> Any? { nil }
  open func values(forAttributes keys: [String]) -> [String: Any]? { nil }
  open var attributes: [String] { [] }
}

open class NSMetadataQueryAttributeValueTuple: NSObject {
  open var attribute: String { "" }
  open var value: Any? { nil }
  open var count: Int { 0 }
}

open class NSMetadataQueryResultGroup: NSObject {
  open var attribute: String { "" }
  open var value: Any { NSNull() }
  open var resultCount: Int { 0 }
  open var results: [Any] { [] }
}

extension NSNotification.Name {
  public static let NSMetadataQueryDidStartGathering = NSNotification.Name(
    "NSMetadataQueryDidStartGatheringNotification")
  public static let NSMetadataQueryGatheringProgress = NSNotification.Name(
    "NSMetadataQueryGatheringProgressNotification")
  public static let NSMetadataQueryDidFinishGathering = NSNotification.Name(
    "NSMetadataQueryDidFinishGatheringNotification")
  public static let NSMetadataQueryDidUpdate = NSNotification.Name(
    "NSMetadataQueryDidUpdateNotification")
}

// The values of these names are Apple's.
public let NSMetadataQueryUpdateAddedItemsKey = "kMDQueryUpdateAddedItems"
public let NSMetadataQueryUpdateChangedItemsKey = "kMDQueryUpdateChangedItems"
public let NSMetadataQueryUpdateRemovedItemsKey = "kMDQueryUpdateRemovedItems"
public let NSMetadataQueryUbiquitousDocumentsScope = "NSMetadataQueryUbiquitousDocumentsScope"
public let NSMetadataQueryUbiquitousDataScope = "NSMetadataQueryUbiquitousDataScope"
public let NSMetadataQueryAccessibleUbiquitousExternalDocumentsScope =
  "NSMetadataQueryAccessibleUbiquitousExternalDocumentsScope"
public let NSMetadataItemFSNameKey = "kMDItemFSName"
public let NSMetadataItemDisplayNameKey = "kMDItemDisplayName"
public let NSMetadataItemURLKey = "kMDItemURL"
public let NSMetadataItemPathKey = "kMDItemPath"
public let NSMetadataItemFSSizeKey = "kMDItemFSSize"
public let NSMetadataItemFSCreationDateKey = "kMDItemFSCreationDate"
public let NSMetadataItemFSContentChangeDateKey = "kMDItemFSContentChangeDate"
public let NSMetadataItemIsUbiquitousKey = "NSMetadataItemIsUbiquitousKey"
public let NSMetadataUbiquitousItemHasUnresolvedConflictsKey =
  "NSMetadataUbiquitousItemHasUnresolvedConflictsKey"
public let NSMetadataUbiquitousItemDownloadingStatusKey =
  "NSMetadataUbiquitousItemDownloadingStatusKey"
public let NSMetadataUbiquitousItemDownloadingStatusNotDownloaded =
  "NSMetadataUbiquitousItemDownloadingStatusNotDownloaded"
public let NSMetadataUbiquitousItemDownloadingStatusDownloaded =
  "NSMetadataUbiquitousItemDownloadingStatusDownloaded"
public let NSMetadataUbiquitousItemDownloadingStatusCurrent =
  "NSMetadataUbiquitousItemDownloadingStatusCurrent"
public let NSMetadataUbiquitousItemIsDownloadingKey = "NSMetadataUbiquitousItemIsDownloadingKey"
public let NSMetadataUbiquitousItemIsUploadedKey = "NSMetadataUbiquitousItemIsUploadedKey"
public let NSMetadataUbiquitousItemIsUploadingKey = "NSMetadataUbiquitousItemIsUploadingKey"
public let NSMetadataUbiquitousItemPercentDownloadedKey =
  "NSMetadataUbiquitousItemPercentDownloadedKey"
public let NSMetadataUbiquitousItemPercentUploadedKey = "NSMetadataUbiquitousItemPercentUploadedKey"
