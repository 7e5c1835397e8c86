import Testing

@testable import YobanXcodeFiles

@Suite struct StoryboardCompilerTests {
  private static func document(_ objects: String, attributes: String = "") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" \(attributes)>
    <scenes><scene sceneID="s"><objects>
    \(objects)
    </objects></scene></scenes>
    </document>
    """
  }

  @Test func `a button with an outlet and an action is described`() throws {
    let compiled = try StoryboardCompiler(
      name: "Main",
      text: Self.document(
        """
        <viewController id="c1" customClass="Screen" customModule="Old" customModuleProvider="target">
        <view key="view" id="v1"><rect key="frame" x="0"/><subviews>
        <button opaque="NO" tag="3" id="b1"><state key="normal" title="Scan &quot;now&quot;"/>
        <accessibility key="accessibilityConfiguration" identifier="scan"/>
        <connections><action selector="scan:" destination="c1" eventType="touchUpInside" id="a1"/></connections>
        </button></subviews></view>
        <connections><outlet property="button" destination="b1" id="o1"/></connections>
        </viewController>
        <placeholder placeholderIdentifier="IBFirstResponder" id="f1"/>
        """, attributes: "initialViewController=\"c1\""))
    #expect(compiled.warnings.isEmpty)
    let code = compiled.code.replacing(/\s+/, with: " ")
    #expect(code.contains("nonisolated final class YobanStoryboard_Main: UIKit.PortedStoryboard {"))
    #expect(code.contains(#"static var initialScene: String? { "c1" }"#))
    #expect(
      code.contains(
        #"PortedStoryboardObject( "button", "b1", ["accessibilityIdentifier": "scan", "tag": "3", "title.normal": "Scan \"now\""], connections: [.action(selector: "scan:", destination: "c1", event: "touchUpInside")])"#
      ))
    // The class is looked up in the module that is compiled, because the target provides it.
    #expect(
      code.contains(
        #"PortedStoryboardObject( "viewController", "c1", customClass: "Screen", connections: [.outlet(property: "button", destination: "b1")], children: [object2])"#
      ))
  }

  @Test func `a control that has only a picture keeps its name`() throws {
    let code = try StoryboardCompiler(
      name: "Main",
      text: Self.document(
        """
        <viewController id="c1"><view key="view" id="v1"><subviews>
        <button id="b1"><state key="normal" image="gear" catalog="system"/></button>
        <button id="b2"><state key="normal"><imageReference key="image" image="xmark"/></state></button>
        </subviews></view>
        <tabBarItem key="tabBarItem" title="" id="t1"><imageReference key="image" image="folder"/>
        <imageReference key="selectedImage" image="open"/></tabBarItem></viewController>
        """)
    ).code
    for (object, image) in [("b1", "gear"), ("b2", "xmark"), ("t1", "folder")] {
      let text = code.split(separator: "\"\(object)\",").last ?? ""
      #expect(text.prefix { $0 != "]" }.contains("\"image\": \"\(image)\""))
    }
  }

  @Test func `classes of the app are known by the class of their element`() throws {
    let compiled = try StoryboardCompiler(
      name: "Main",
      text: Self.document(
        """
        <tableViewController id="c1" customClass="Nights"><view key="view" id="v1"><subviews>
        <view id="v2" customClass="PieChart"/><button id="b1" customClass="RoundButton"/>
        <mapView id="m1" customClass="Track"/>
        </subviews></view></tableViewController>
        <customObject id="o1" customClass="Model"/>
        <placeholder placeholderIdentifier="IBFirstResponder" id="f1" customClass="UIResponder"/>
        """))
    #expect(
      compiled.classes == [
        "Nights": "UITableViewController", "PieChart": "UIView", "RoundButton": "UIButton",
        "Track": "MKMapView",
      ])
  }

  @Test(arguments: [
    (
      "<viewController id='c'><view key='view' id='v'><subviews><sceneKitView id='m'/></subviews></view></viewController>",
      "plain UIView"
    ),
    (
      "<viewController id='c'><connections><segue kind='custom' customClass='Fade' destination='d'/></connections></viewController>",
      "class Fade"
    ),
    (
      "<viewController id='c'><connections><segue kind='spiral' destination='d'/></connections></viewController>",
      "spiral"
    ),
    ("<customObject id='p'/>", "class of its own"),
    (
      "<viewController id='c'><view id='v' key='view'><userDefinedRuntimeAttributes/></view></viewController>",
      "runtime attributes"
    ),
    ("<spaceController id='c'/>", "left out"),
  ]) func `what is not supported is listed with its line`(_ objects: String, _ words: String) throws
  {
    let compiled = try StoryboardCompiler(name: "Main", text: Self.document(objects))
    #expect(compiled.warnings.map(\.line) == [4])
    #expect(compiled.warnings.first?.message.contains(words) == true)
  }

  @Test(arguments: [
    ("<document", 1), ("<?xml version='1.0'?>\n<plist/>", 2),
    ("<document type='com.apple.InterfaceBuilder.WatchKit.Storyboard'/>", 1),
  ]) func `a file that is no storyboard gives an error with its line`(_ text: String, _ line: Int) {
    #expect {
      try StoryboardCompiler(name: "Main", text: text)
    } throws: {
      ($0 as? XcodeFileError)?.line == line
    }
  }

  @Test func `an object without attributes has its children`() throws {
    let compiled = try StoryboardCompiler(
      name: "Main",
      text: Self.document("<viewController id='c'><view id='v'/></viewController>"))
    let code = compiled.code.replacing(/\s+/, with: " ")
    #expect(code.contains(#"PortedStoryboardObject( "viewController", "c", children: [object1])"#))
  }

  @Test func `an item of a bar has its own view`() throws {
    let compiled = try StoryboardCompiler(
      name: "Main",
      text: Self.document(
        "<viewController id='c'><navigationItem key='navigationItem' id='n'><barButtonItem key='rightBarButtonItem' id='i'><button key='customView' id='b'/></barButtonItem></navigationItem></viewController>"
      ))
    let code = compiled.code.replacing(/\s+/, with: " ")
    #expect(code.contains(#"PortedStoryboardObject( "button", "b", ["key": "customView"])"#))
    #expect(compiled.warnings.isEmpty)
  }

  @Test func `static rows and views beside the controller are described`() throws {
    let compiled = try StoryboardCompiler(
      name: "Main",
      text: Self.document(
        """
        <tableViewController id='c'><tableView key='view' id='t'><sections>
        <tableViewSection headerTitle='Strap' id='s'><cells>
        <tableViewCell id='r' style='IBUITableViewCellStyleSubtitle' textLabel='l'>
        <tableViewCellContentView key='contentView'><subviews><label id='l' text='Name'/></subviews>
        </tableViewCellContentView></tableViewCell></cells></tableViewSection></sections></tableView>
        </tableViewController><view id='v'/>
        """))
    #expect(compiled.warnings.isEmpty)
    let code = compiled.code.replacing(/\s+/, with: " ")
    #expect(code.contains(#""label", "l", ["text": "Name"])"#))
    #expect(
      code.contains(
        #""tableViewCell", "r", ["textLabel": "l"], children: [object1])"#))
    #expect(
      code.contains(#""tableViewSection", "s", ["headerTitle": "Strap"], children: [object2])"#))
    #expect(code.contains(#""tableView", "t", ["key": "view"], children: [object3])"#))
    #expect(code.contains("PortedStoryboardScene([object5, object6])"))
  }

  @Test func `a launch screen is left out without a warning, whatever it contains`() throws {
    let compiled = try StoryboardCompiler(
      name: "LaunchScreen",
      text: Self.document("<splitViewController id='c'/>", attributes: "launchScreen='YES'"))
    #expect(compiled.warnings.isEmpty)
    #expect(
      compiled.code
        == "// LaunchScreen is a launch screen, which no code of the app loads.\n")
  }

  @Test func `a name that is no identifier becomes one`() throws {
    #expect(StoryboardCompiler.identifier("Log-in 夜") == "Log_in_夜")
  }

  @Test func `a nib has its owner, with outlets, and its objects`() throws {
    let compiled = try StoryboardCompiler(
      name: "Strap Cell",
      text: """
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0"><objects>
        <placeholder placeholderIdentifier="IBFilesOwner" id="-1" userLabel="Owner" customClass="Home">
        <connections><outlet property="view" destination="v" id="o"/></connections></placeholder>
        <placeholder placeholderIdentifier="IBFirstResponder" id="-2" customClass="UIResponder"/>
        <view id="v"><subviews><collectionView id="c"><cells><collectionViewCell reuseIdentifier="r" id="k">
        <view key="contentView"><subviews><label text="Name" id="l"/></subviews></view>
        </collectionViewCell></cells></collectionView></subviews></view>
        </objects></document>
        """)
    #expect(compiled.warnings.isEmpty)
    let code = compiled.code.replacing(/\s+/, with: " ")
    #expect(code.contains("nonisolated final class YobanNib_Strap_Cell: UIKit.PortedNib {"))
    #expect(code.contains("{ [object1, object5] }"))
    #expect(
      code.contains(
        #""placeholder", "-1", customClass: "Home", connections: [.outlet(property: "view", destination: "v")]"#
      ))
    #expect(
      code.contains(#""collectionViewCell", "k", ["reuseIdentifier": "r"], children: [object2]"#))
  }

  @Test func `containers, references, gestures and unwind segues are described`() throws {
    let compiled = try StoryboardCompiler(
      name: "Main",
      text: Self.document(
        """
        <viewController id="c"><view key="view" id="v">
        <gestureRecognizers/><subviews>
        <containerView id="k"><connections><segue destination="d" kind="embed" id="s"/></connections></containerView>
        <button id="b"><connections><segue destination="e" kind="unwind" unwindAction="back:" id="u"/></connections></button>
        </subviews><connections><outletCollection property="gestureRecognizers" destination="t" appends="YES" id="g"/>
        </connections></view></viewController>
        <exit id="e"/>
        <tapGestureRecognizer id="t"><connections><action selector="tap:" destination="c" id="a"/></connections>
        </tapGestureRecognizer>
        <viewControllerPlaceholder storyboardName="Other" referencedIdentifier="X" id="p"/>
        """))
    #expect(compiled.warnings.isEmpty)
    let code = compiled.code.replacing(/\s+/, with: " ")
    for text in [
      #".segue(kind: "embed", identifier: nil, relationship: nil, destination: "d")"#,
      #".segue(kind: "unwind", identifier: nil, relationship: nil, destination: "back:")"#,
      #".collection(property: "gestureRecognizers", destination: "t")"#,
      #""tapGestureRecognizer", "t", connections: [.action(selector: "tap:", destination: "c", event: nil)]"#,
      #""viewControllerPlaceholder", "p", ["referencedIdentifier": "X", "storyboardName": "Other"]"#,
    ] {
      #expect(code.contains(text), "\(text)")
    }
  }
}
