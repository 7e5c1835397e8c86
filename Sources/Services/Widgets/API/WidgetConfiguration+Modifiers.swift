/// A configuration with a changed offer.
struct ChangedConfiguration<Base: WidgetConfiguration>: PrimitiveConfiguration {
  typealias Body = Never
  let base: Base
  let change: (inout WidgetOffer) -> Void

  var offer: WidgetOffer? {
    var offer = base.foundOffer
    if offer != nil { change(&offer!) }
    return offer
  }
}

extension WidgetConfiguration {
  private func changed(
    _ change: @escaping (inout WidgetOffer) -> Void
  ) -> some WidgetConfiguration {
    ChangedConfiguration(base: self, change: change)
  }

  /// The families of which a user can add the widget.
  public func supportedFamilies(_ families: [WidgetFamily]) -> some WidgetConfiguration {
    changed { $0.families = families }
  }

  /// Handles the events of background sessions of the extension (WI9).
  ///
  /// - Parameters:
  ///   - matchingBlock: chooses the identifiers of sessions; nil for all.
  ///   - urlSessionEvent: receives the identifier, and a completion to call after the last event.
  public func onBackgroundURLSessionEvents(
    matching matchingBlock: ((String) -> Bool)? = nil,
    _ urlSessionEvent: @escaping (String, @escaping () -> Void) -> Void
  ) -> some WidgetConfiguration {
    changed { $0.sessionEvents.append((matchingBlock ?? { _ in true }, urlSessionEvent)) }
  }

  /// Handles the events of the background session with an identifier.
  public func onBackgroundURLSessionEvents(
    matching matchingString: String,
    _ urlSessionEvent: @escaping (String, @escaping () -> Void) -> Void
  ) -> some WidgetConfiguration {
    onBackgroundURLSessionEvents(matching: { $0 == matchingString }, urlSessionEvent)
  }

  // MARK: Looks, which have no effect here

  public func configurationDisplayName(_ displayName: Text) -> some WidgetConfiguration { self }
  public func configurationDisplayName(
    _ displayNameKey: LocalizedStringKey
  ) -> some WidgetConfiguration { self }
  @_disfavoredOverload
  public func configurationDisplayName<S: StringProtocol>(
    _ displayName: S
  ) -> some WidgetConfiguration { self }
  public func description(_ description: Text) -> some WidgetConfiguration { self }
  public func description(_ descriptionKey: LocalizedStringKey) -> some WidgetConfiguration { self }
  @_disfavoredOverload
  public func description<S: StringProtocol>(_ description: S) -> some WidgetConfiguration { self }
  public func contentMarginsDisabled() -> some WidgetConfiguration { self }
  public func containerBackgroundRemovable(
    _ isRemovable: Bool = true
  ) -> some WidgetConfiguration { self }
  public func promptsForUserConfiguration() -> some WidgetConfiguration { self }
}
