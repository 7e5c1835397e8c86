import SwiftSyntax

extension SourceRewriter {
  /// Makes the optional requirements of an Objective-C protocol what works here.
  func lower(_ node: ProtocolDeclSyntax) {
    guard node.attributes.contains(named: "objc") else { return }
    // Only classes conform to a protocol of Objective-C.
    if let inherited = node.inheritanceClause?.inheritedTypes {
      let isForClasses = inherited.contains {
        ["AnyObject", "class", "NSObjectProtocol"].contains($0.type.trimmedDescription)
      }
      if !isForClasses, let first = inherited.first {
        edits.insert("AnyObject, ", at: first.positionAfterSkippingLeadingTrivia)
      }
    } else {
      edits.insert(": AnyObject", at: node.name.endPositionBeforeTrailingTrivia)
    }
    let access = node.modifiers.access == "public " ? "public " : ""
    var text = ""
    for member in node.memberBlock.members {
      if let function = member.decl.as(FunctionDeclSyntax.self), function.modifiers.isOptional {
        if !function.isThrowing {
          let position =
            function.signature.effectSpecifiers?.asyncSpecifier?.endPositionBeforeTrailingTrivia
            ?? function.signature.parameterClause.endPositionBeforeTrailingTrivia
          edits.insert(" throws", at: position)
        }
        text += OptionalRequirements.text(function, access: access)
      } else if let variable = member.decl.as(VariableDeclSyntax.self),
        variable.modifiers.isOptional,
        let accessors = variable.bindings.first?.accessorBlock
      {
        edits.replace(accessors.trimmedRange, with: "{ get throws }")
        text += OptionalRequirements.text(variable, access: access)
      }
    }
    if !text.isEmpty { generated += "extension \(node.name.text) {\n\(text)}\n" }
  }

  /// Turns `delegate?.method?(x)` into a call whose result is nil if the method is not implemented.
  func lowerOptionalCall(_ node: FunctionCallExprSyntax) {
    let mark: TokenSyntax
    let isForced: Bool
    let callee: ExprSyntax
    if let optional = node.calledExpression.as(OptionalChainingExprSyntax.self) {
      (mark, isForced, callee) = (optional.questionMark, false, optional.expression)
    } else if let forced = node.calledExpression.as(ForceUnwrapExprSyntax.self) {
      (mark, isForced, callee) = (forced.exclamationMark, true, forced.expression)
    } else {
      return
    }
    guard let member = callee.as(MemberAccessExprSyntax.self), let base = member.base else {
      return
    }
    let name = member.declName.baseName
    let labels = node.arguments.map { $0.label?.text ?? "_" }
    let closures = (node.trailingClosure == nil ? 0 : 1) + node.additionalTrailingClosures.count
    if index.optionalRequirement(
      name.identifierText, labels: labels, trailingClosures: closures) != nil
    {
      if labels.allSatisfy({ $0 == "_" }), index.propertyNames.contains(name.identifierText) {
        warn(
          name,
          "\(name.text) is an optional requirement and also a property. The call is taken for the"
            + " requirement: rename the property if it is meant.")
      }
      edits.replace(
        name.trimmedRange, with: OptionalRequirements.callName(name.identifierText))
      edits.remove(mark)
      if isForced { edits.insert("!", at: node.endPositionBeforeTrailingTrivia) }
    } else if labels.contains(where: { $0 != "_" })
      || AppleOptionalMethods.withoutLabels.contains(name.text)
    {
      // A closure has no labels, so this is an optional method of one of Apple's protocols. Here it
      // always exists, with a default implementation.
      edits.remove(mark)
      if !isForced, !isChained(base), isUsed(node) {
        edits.insert("Optional(", at: node.positionAfterSkippingLeadingTrivia)
        edits.insert(")", at: node.endPositionBeforeTrailingTrivia)
      }
    }
  }

  /// Whether the result is already optional because of a `?` before the method.
  private func isChained(_ expression: ExprSyntax) -> Bool {
    var current = expression
    while true {
      if current.is(OptionalChainingExprSyntax.self) { return true }
      if let member = current.as(MemberAccessExprSyntax.self), let base = member.base {
        current = base
      } else if let call = current.as(FunctionCallExprSyntax.self) {
        current = call.calledExpression
      } else if let call = current.as(SubscriptCallExprSyntax.self) {
        current = call.calledExpression
      } else if let forced = current.as(ForceUnwrapExprSyntax.self) {
        current = forced.expression
      } else {
        return false
      }
    }
  }

  private func isUsed(_ call: FunctionCallExprSyntax) -> Bool {
    call.parent?.is(CodeBlockItemSyntax.self) != true
  }

  /// Turns an optional requirement that is named without a call, as in `delegate?.method != nil`,
  /// into an optional method; and a property into an optional one.
  func lowerOptionalReference(_ node: MemberAccessExprSyntax) {
    guard let base = node.base else { return }
    let name = node.declName.baseName
    if name.text == "window", isDelegateOfApple(base) {
      edits.replace(name.trimmedRange, with: OptionalRequirements.callName(name.text))
      return
    }
    if let type = variableType(base),
      index.optionalProperties(of: type).contains(name.identifierText)
    {
      edits.replace(
        name.trimmedRange, with: OptionalRequirements.callName(name.identifierText))
      return
    }
    let requirements = index.optionalRequirements(name.identifierText)
    guard !requirements.isEmpty, !["self", "super"].contains(base.trimmedDescription),
      !isCallee(node)
    else { return }
    let labels = node.declName.argumentNames?.arguments.map(\.name.text)
    guard let method = requirements.first(where: { labels == nil || $0.labels == labels }) else {
      return
    }
    guard labels != nil || (isTested(node) && !index.propertyNames.contains(name.identifierText))
    else { return }
    edits.replace(
      node.declName.trimmedRange,
      with: OptionalRequirements.referenceName(name.identifierText, method.labels))
  }

  /// Whether a base is the delegate of an application or a scene. Apple declares `window` of such a delegate as an
  /// optional requirement, so its type has two optionals.
  private func isDelegateOfApple(_ base: ExprSyntax) -> Bool {
    let text = base.trimmedDescription
    return ["UIApplication.shared.delegate?", "UIApplication.shared.delegate!"].contains(text)
      || ["UIApplicationDelegate", "UIWindowSceneDelegate"].contains {
        text.hasSuffix("as? \($0))?") || text.hasSuffix("as! \($0))")
      }
  }

  private func isCallee(_ node: MemberAccessExprSyntax) -> Bool {
    guard let parent = node.parent else { return false }
    if let call = parent.as(FunctionCallExprSyntax.self) {
      return call.calledExpression.id == node.id
    }
    if parent.is(OptionalChainingExprSyntax.self) || parent.is(ForceUnwrapExprSyntax.self) {
      return parent.parent?.is(FunctionCallExprSyntax.self) == true
    }
    return false
  }

  /// Whether the expression is compared with nil, or is the value of an optional binding.
  private func isTested(_ node: MemberAccessExprSyntax) -> Bool {
    var current = Syntax(node)
    while let parent = current.parent {
      if let value = parent.as(InitializerClauseSyntax.self) {
        return value.parent?.is(OptionalBindingConditionSyntax.self) == true
      }
      if let list = parent.as(ExprListSyntax.self) {
        return list.contains { $0.is(NilLiteralExprSyntax.self) }
      }
      guard parent.is(ExprSyntax.self) else { return false }
      current = parent
    }
    return false
  }

  /// Returns the declared type of a variable, without optionality.
  private func variableType(_ base: ExprSyntax) -> String? {
    var current = base
    while true {
      if let chained = current.as(OptionalChainingExprSyntax.self) {
        current = chained.expression
      } else if let forced = current.as(ForceUnwrapExprSyntax.self) {
        current = forced.expression
      } else if let name = current.as(DeclReferenceExprSyntax.self) {
        return localTypes[name.baseName.identifierText]
          ?? index.propertyType(name.baseName.identifierText)
      } else if let member = current.as(MemberAccessExprSyntax.self) {
        return index.propertyType(member.declName.baseName.identifierText)
      } else {
        return nil
      }
    }
  }
}

/// Optional methods without labels in Apple's protocols that Yoban has.
enum AppleOptionalMethods {
  static let withoutLabels: Set<String> = [
    "applicationDidFinishLaunching", "applicationDidBecomeActive", "applicationWillResignActive",
    "applicationDidEnterBackground", "applicationWillEnterForeground", "applicationWillTerminate",
    "applicationDidReceiveMemoryWarning", "applicationSignificantTimeChange",
    "applicationProtectedDataWillBecomeUnavailable", "applicationProtectedDataDidBecomeAvailable",
    "sceneDidDisconnect", "sceneDidBecomeActive", "sceneWillResignActive",
    "sceneWillEnterForeground", "sceneDidEnterBackground", "peripheralDidUpdateName",
    "peripheralDidUpdateRSSI", "peripheralIsReady", "peripheralManagerIsReady",
    "peripheralManagerDidStartAdvertising", "centralManagerDidUpdateState",
    "peripheralManagerDidUpdateState", "locationManagerDidChangeAuthorization",
    "locationManagerDidPauseLocationUpdates", "locationManagerDidResumeLocationUpdates",
    "locationManagerShouldDisplayHeadingCalibration", "applicationDidFinishLaunching",
    "applicationDidBecomeActive", "handle", "sessionDidBecomeInactive", "sessionDidDeactivate",
    "sessionReachabilityDidChange", "sessionWatchStateDidChange",
    "sessionCompanionAppInstalledDidChange", "urlSessionDidFinishEvents",
    "extendedRuntimeSessionDidStart", "extendedRuntimeSessionWillExpire",
    "workoutBuilderDidCollectEvent", "viewForZooming", "textFieldShouldReturn",
    "textFieldDidBeginEditing", "textFieldDidEndEditing", "textViewDidChange",
    "scrollViewDidScroll",
  ]
}
