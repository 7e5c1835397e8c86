import Foundation
import YobanVirtualTime

/// The request of a `CXAction` to the app.
package enum CallActionKind: Sendable, Hashable {
  case start(CallHandle, isVideo: Bool)
  case answer, end
  case setHeld(Bool)
  case setMuted(Bool)
  /// The call whose group the call joins; nil to leave its group.
  case setGroup(UUID?)
  /// The digits, and the raw value of `CXPlayDTMFCallAction.ActionType`.
  case playDTMF(String, type: Int)

  /// A word for traces and findings: the second part of the class's name.
  package var word: String {
    switch self {
    case .start: "start"
    case .answer: "answer"
    case .end: "end"
    case .setHeld(let isOn): isOn ? "hold" : "resume"
    case .setMuted(let isOn): isOn ? "mute" : "unmute"
    case .setGroup: "group"
    case .playDTMF(let digits, _): "DTMF \(digits)"
    }
  }

  /// The class of the action.
  package var className: String {
    switch self {
    case .start: "CXStartCallAction"
    case .answer: "CXAnswerCallAction"
    case .end: "CXEndCallAction"
    case .setHeld: "CXSetHeldCallAction"
    case .setMuted: "CXSetMutedCallAction"
    case .setGroup: "CXSetGroupCallAction"
    case .playDTMF: "CXPlayDTMFCallAction"
    }
  }
}

/// An action that the app must perform, or asks for.
package struct CallActionRequest: Sendable, Hashable {
  package let id: UUID
  package let call: UUID
  package let kind: CallActionKind

  package init(id: UUID, call: UUID, kind: CallActionKind) {
    (self.id, self.call, self.kind) = (id, call, kind)
  }
}

/// An action that the system has asked the provider of an app to perform.
package final class CallAction {
  package let request: CallActionRequest
  package let timeout: Duration
  package internal(set) var isComplete = false
  var alarm: EventToken?

  init(_ request: CallActionRequest, timeout: Duration) {
    (self.request, self.timeout) = (request, timeout)
  }
}

/// Actions that the system asks a provider to perform together.
package final class CallTransaction {
  package let id: UUID
  package let actions: [CallAction]

  init(id: UUID, _ actions: [CallAction]) { (self.id, self.actions) = (id, actions) }
}

/// The reason why a reported call is not shown, with the raw values of `CXErrorCodeIncomingCallError`.
package enum IncomingCallRefusal: Int, Sendable, Hashable {
  case unentitled = 1
  case callUUIDAlreadyExists, filteredByDoNotDisturb, filteredByBlockList
}

/// The reason why a request is refused, with the raw values of `CXErrorCodeRequestTransactionError`.
package enum CallRequestRefusal: Int, Error, Sendable, Hashable {
  case unentitled = 1
  case unknownCallProvider, emptyTransaction, unknownCallUUID, callUUIDAlreadyExists, invalidAction
  case maximumCallGroupsReached
}
