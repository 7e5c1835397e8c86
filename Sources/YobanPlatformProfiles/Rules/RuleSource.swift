/// The source of a fact.
public enum RuleSource: Sendable, Hashable {
  /// One of the five articles.
  case article(Article)
  /// A page, header, session, technical note or book, with its title and publisher.
  ///
  /// The address is given if it is known and stable.
  case page(_ title: String, by: String, at: String? = nil)
  /// An issue, pull request or discussion of a public repository.
  case thread(_ repository: String, _ number: Int)
}

extension RuleSource: CustomStringConvertible {
  /// A text such as `Apple, "Addressing watchdog terminations"` or `flutter_blue #350`.
  public var description: String {
    switch self {
    case .article(let article): "article \(article.rawValue) (\(article.device))"
    case .page(let title, let publisher, _): "\(publisher), \"\(title)\""
    case .thread(let repository, let number): "\(repository) #\(number)"
    }
  }
}
