internal import YobanSimulatedApple

public let UNErrorDomain = "UNErrorDomain"

/// An error of the notification center. `catch UNError.notificationsNotAllowed` matches its code.
public struct UNError: _BridgedStoredNSError, Sendable {
  @nonexhaustive public enum Code: Int, Sendable, _ErrorCodeProtocol {
    public typealias _ErrorType = UNError

    /// The user has not allowed notifications.
    case notificationsNotAllowed = 1
    case attachmentInvalidURL = 100
    case attachmentUnrecognizedType = 101
    case attachmentInvalidFileSize = 102
    case attachmentNotInDataStore = 103
    case attachmentMoveIntoDataStoreFailed = 104
    case attachmentCorrupt = 105
    /// The trigger has no date.
    case notificationInvalidNoDate = 1400
    /// The content has neither texts nor a sound nor a badge.
    case notificationInvalidNoContent = 1401
    /// The content of another notification is not valid for this one (iOS 15); does not occur here.
    case contentProvidingObjectNotAllowed = 1500
    /// As above.
    case contentProvidingInvalid = 1501
    /// The badge is no number that can be shown; does not occur here.
    case badgeInputInvalid = 1600
  }

  public let _nsError: NSError

  public init(_nsError error: NSError) {
    precondition(error.domain == UNErrorDomain)
    _nsError = error
  }

  public static var _nsErrorDomain: String { UNErrorDomain }
  public static var errorDomain: String { UNErrorDomain }
}

extension UNError {
  public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
  public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
  public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
  public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
  public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
  public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
  public static var attachmentCorrupt: Code { .attachmentCorrupt }
  public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
  public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
  public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
  public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
  public static var badgeInputInvalid: Code { .badgeInputInvalid }

  init(_ failure: NotificationFailure) { self.init(Code(rawValue: failure.rawValue)!) }
}
