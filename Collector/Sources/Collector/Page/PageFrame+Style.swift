extension PageFrame {
  static let style: HTML = """
    :root {
      --ground: #f6f5f1; --card: #ffffff; --text: #1c2230; --quiet: #667085; --line: #e3e1da;
      --night: #3b4a7a; --link: #3b4a7a; --bad: #b3372f; --wait: #96690a;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #10131c; --card: #191e2b; --text: #e7e9ef; --quiet: #98a1b5; --line: #2a3144;
        --night: #46558c; --link: #9fb0ee; --bad: #ff8a7d; --wait: #e3b341;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 60rem; padding: 2rem 1.25rem 4rem;
      background: var(--ground); color: var(--text);
      font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
      font-variant-numeric: tabular-nums;
    }
    header {
      display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between;
      gap: 0 1rem; padding-bottom: .5rem; border-bottom: 1px solid var(--line);
    }
    h1 { font-size: 1.5rem; margin: 0; }
    h1 span { font-weight: 400; color: var(--quiet); }
    h1 a, h2 a { color: inherit; text-decoration: none; }
    h2 a:hover, h1 a:hover { text-decoration: underline; }
    a { color: var(--link); }
    input {
      font: inherit; font-size: .875rem; padding: .25rem .5rem; color: inherit;
      background: var(--card); border: 1px solid var(--line); border-radius: .375rem;
    }
    label { font-size: .875rem; color: var(--quiet); }
    .more { font-size: .875rem; }
    .pages { display: flex; gap: .75rem; }
    header p, small, dt, .empty, h3 span, em { color: var(--quiet); }
    header p { margin: 0; font-size: .875rem; }
    h2 { font-size: 1.2rem; margin: 2.25rem 0 .75rem; overflow-wrap: anywhere; }
    small { font-size: .875rem; font-weight: 400; margin-left: .5rem; }
    article {
      background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
      padding: 1rem 1.25rem 1.1rem; margin: 0 0 1rem;
    }
    h3 { font-size: 1rem; font-weight: 600; margin: 0; }
    h3 span { font-weight: 400; }
    time { white-space: nowrap; }
    em { display: block; font-size: .875rem; font-weight: 400; font-style: normal; }
    .lanes {
      display: grid; grid-template-columns: minmax(4rem, max-content) 1fr; gap: .4rem .75rem;
      align-items: center; margin: .75rem 0 1rem;
    }
    .lanes dt { overflow-wrap: anywhere; }
    .bar {
      position: relative; height: .75rem; border-radius: .375rem; background: var(--night);
      overflow: hidden;
    }
    .bar i { position: absolute; top: 0; bottom: 0; min-width: 2px; background: var(--bad); }
    .bar .missing {
      background: repeating-linear-gradient(
        135deg, var(--card) 0 3px, var(--wait) 3px 6px);
    }
    .note { margin: .75rem 0 0; font-size: .875rem; color: var(--quiet); }
    dl:not(.lanes) {
      display: grid; grid-template-columns: repeat(auto-fit, minmax(7.5rem, 1fr)); gap: .75rem;
      margin: 0;
    }
    dt { font-size: .8125rem; }
    dd { margin: 0; }
    dl:not(.lanes) dd { font-size: 1.125rem; font-weight: 600; }
    dl.facts {
      grid-template-columns: repeat(auto-fit, minmax(10.5rem, 1fr)); margin: 0 0 1rem;
    }
    dl.facts dd { font-size: 1rem; }
    .bad dd { color: var(--bad); }
    .causes {
      margin: .75rem 0 0; padding: .75rem 0 0; border-top: 1px solid var(--line);
      list-style: none;
    }
    .causes b { color: var(--bad); font-weight: 600; }
    details { margin-top: .5rem; overflow-x: auto; }
    summary { cursor: pointer; color: var(--link); font-size: .875rem; }
    table {
      border-collapse: collapse; margin-top: .5rem; font-size: .875rem; white-space: nowrap;
    }
    th, td {
      padding: .25rem 1.25rem .25rem 0; text-align: left; border-bottom: 1px solid var(--line);
    }
    th { color: var(--quiet); font-weight: 400; }
    .number { text-align: right; }
    .damage {
      margin: 0 0 1rem; padding: .75rem 1.25rem; border: 1px solid var(--bad);
      border-radius: .75rem; color: var(--bad);
    }
    code { font-size: .9em; overflow-wrap: anywhere; }
    """
}
