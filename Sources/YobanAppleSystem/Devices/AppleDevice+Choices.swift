import YobanVirtualTime

extension ChoiceKind {
}
