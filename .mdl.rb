# Rules of markdownlint for README.md, CONTRIBUTING.md and docs. The length of lines is left to DocumentsTest, which
# allows tables, code and comments that name a record.
all
exclude_rule 'MD013'
rule 'MD026', :punctuation => '.,;:!'
rule 'MD029', :style => 'ordered'
rule 'MD007', :indent => 2
